import type { Locator, Page } from '@playwright/test';
import { identity } from '../../src/content/identity.ts';
import { shownText } from './display.ts';
import { expect, open, test } from './fixtures.ts';

test('ABOUT-1: the studio, where it works, its three pillars, its services', async ({ page }) => {
  await open(page, '/about');
  const text = (await shownText(page.getByRole('main'))).replace(/\s+/g, ' ');
  for (const said of [
    'sites, des applications et des outils sur mesure',
    'de la première idée à la mise en ligne',
    'Auvergne-Rhône-Alpes',
    'partout en France',
    'à l’étranger',
    ...['Idée', 'Tracé', 'Construction', 'Mise en ligne', 'Maintenance'],
    ...['Écoute', 'Réactivité', 'Fiabilité'],
    ...['Site vitrine', 'Application web ou mobile', 'Refonte technique', 'Conseil'],
  ])
    expect(text).toContain(said);
});

/** The title of a section, and what it says. */
type Section = readonly [title: string, ...says: (string | RegExp)[]];

/** Each section, in order, says its own words. Gives the sections. */
async function expectSections(page: Page, sections: readonly Section[]): Promise<Locator> {
  const shown = page.getByRole('main').locator('section');
  await expect(shown.getByRole('heading', { level: 2 })).toHaveText(
    sections.map(([title], index) => `${index + 1}. ${title}`),
  );
  for (const [index, [, ...says]] of sections.entries())
    for (const said of says)
      await expect(shown.nth(index)).toContainText(said, { ignoreCase: true, useInnerText: true });
  return shown;
}

const LEGAL_SECTIONS: readonly Section[] = [
  ['Éditeur du site', 'entreprise individuelle', /SIREN|SIRET|RCS/, /\S+@\S+\.\w+/],
  ['Hébergeur'],
  ['Propriété intellectuelle', 'propriété exclusive', 'autorisation écrite'],
  ['Responsabilité', 'ne saurait', 'tenu responsable', 'dommages', 'matériel', 'erreurs', 'indisponibilité'],
  ['Données personnelles', 'formulaire', 'mesure d’audience', 'ni vendues ni cédées'],
  ['Cookies', 'aucun cookie publicitaire', 'respectueux de la vie privée', 'aucune donnée personnelle'],
];

const PUBLISHER = [
  ['Statut', identity.legalStatus],
  ['Nom de l’entreprise', identity.publisherName],
  ['Nom de l’entreprise', identity.studioName],
  ['Immatriculation', identity.registration],
  ['E-mail de contact', identity.contactEmail],
] as const;

const HOST = [
  ['Société', identity.hostName],
  ['Adresse', identity.hostAddress],
  ['Téléphone', identity.hostPhone],
] as const;

test('LEGAL-1: a heading and six numbered sections with what each must say', async ({ page }) => {
  await open(page, '/legal-mention');
  await expect(page.getByRole('heading', { level: 1, name: 'Mentions légales' })).toBeVisible();
  const sections = await expectSections(page, LEGAL_SECTIONS);
  for (const [index, facts] of [PUBLISHER, HOST].entries()) {
    for (const [label, value] of facts) {
      const shown = sections.nth(index).locator(`dt:text-is("${label}") + dd`);
      // Any text contains a setting that is empty.
      await expect(shown, label).toHaveText(/\S/);
      await expect(shown, label).toContainText(value);
    }
  }
});

const PRIVACY_SECTIONS: readonly Section[] = [
  [
    'Données recueillies',
    'votre nom',
    'e-mail',
    'numéro de téléphone (facultatif)',
    'sujet',
    'votre message',
  ],
  [
    'Utilisation des données',
    'uniquement à répondre',
    'jamais vendues',
    'ni partagées sans votre consentement',
  ],
  ['Durée de conservation', 'supprimés automatiquement', '12 mois au plus'],
  ['Vos droits', 'RGPD', 'droit d’accès', 'rectification', 'effacement (suppression)', 'opposition'],
  ['Cookies et statistiques', 'aucun cookie publicitaire', 'mesure d’audience', 'sans donnée personnelle'],
];

test('PRIV-1: data collected, use, retention, rights, cookies and statistics', async ({ page }) => {
  await open(page, '/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Politique de confidentialité' })).toBeVisible();
  const sections = await expectSections(page, PRIVACY_SECTIONS);
  const address = sections.filter({ hasText: 'Vos droits' }).getByRole('link');
  await expect(address).toHaveText(identity.contactEmail);
  await expect(address).toHaveAttribute('href', `mailto:${identity.contactEmail}`);
});
