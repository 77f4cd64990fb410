import { expect, test } from 'vitest';
import { plainSite } from '../../tests/support/server.ts';
import { about } from '../content/about.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { identity } from '../content/identity.ts';
import { renderDocument } from '../start-render.tsx';

const SITE = 'https://www.studio.example';

/** Gives the markup of the main part of a page. */
async function mainOf(path: string): Promise<string> {
  const { assets } = plainSite;
  const html = await renderDocument({ path, profile: exampleProfile, siteUrl: SITE, apiUrl: null, assets });
  return /<main.*<\/main>/s.exec(html)?.[0] ?? '';
}

/** Gives the text of markup, its blanks of any kind as single spaces. */
const textOf = (html = '') =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('HOME-9: after the introduction come the three pillars', async () => {
  const text = textOf(await mainOf('/'));
  const order = /Voir nos services.* Écoute .* Réactivité .* Fiabilité .*Nos services/;
  expect(text).toMatch(order);
});

test('ABOUT-1: the studio, where it works, its three pillars, its services', async () => {
  const text = textOf(await mainOf('/about'));
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

test('the person of the studio is shown, with the pages elsewhere that the identity gives', async () => {
  const links: Record<string, string> = about.links;
  const before = { ...links };
  Object.assign(links, { GitHub: 'https://github.com/exemple', LinkedIn: '' });
  const main = await mainOf('/about');
  Object.assign(links, before);
  expect(textOf(main)).toContain(`${exampleProfile.name} ${exampleProfile.metier} GitHub (nouvel onglet)`);
  expect(main).toContain('href="https://github.com/exemple"');
  expect(main).not.toContain('LinkedIn');
});

/** Expects a page with this title and these sections in order, each with its words; gives the markup of the sections. */
async function expectSections(path: string, title: string, sections: readonly string[][]): Promise<string[]> {
  const main = await mainOf(path);
  expect(textOf(/<h1.*?<\/h1>/s.exec(main)?.[0])).toBe(title);
  const shown = main.match(/<section.*?<\/section>/gs) ?? [];
  expect(shown).toHaveLength(sections.length);
  for (const [index, [heading, ...says]] of sections.entries()) {
    expect(textOf(/<h2.*?<\/h2>/s.exec(shown[index] ?? '')?.[0])).toBe(`${index + 1}. ${heading}`);
    for (const said of says) expect(textOf(shown[index]).toLowerCase()).toContain(said.toLowerCase());
  }
  return shown;
}

test('LEGAL-1: a heading and six numbered sections with what each must say', async () => {
  const sections = await expectSections('/legal-mention', 'Mentions légales', [
    ['Éditeur du site', 'entreprise individuelle'],
    ['Hébergeur'],
    ['Propriété intellectuelle', 'propriété exclusive', 'autorisation écrite'],
    [
      'Responsabilité',
      'ne saurait',
      'tenu responsable',
      'dommages',
      'matériel',
      'erreurs',
      'indisponibilité',
    ],
    ['Données personnelles', 'formulaire', 'mesure d’audience', 'ni vendues ni cédées'],
    ['Cookies', 'aucun cookie publicitaire', 'respectueux de la vie privée', 'aucune donnée personnelle'],
  ]);
  expect(textOf(sections[0])).toMatch(/SIREN|SIRET|RCS/);
  for (const [index, label, value] of [
    [0, 'Statut', identity.legalStatus],
    [0, 'Nom de l’entreprise', identity.publisherName],
    [0, 'Nom de l’entreprise', identity.studioName],
    [0, 'Immatriculation', identity.registration],
    [0, 'E-mail de contact', identity.contactEmail],
    [1, 'Société', identity.hostName],
    [1, 'Adresse', identity.hostAddress],
    [1, 'Téléphone', identity.hostPhone],
  ] as const) {
    const fact = new RegExp(`<dt[^>]*>${label}</dt><dd.*?</dd>`, 's').exec(sections[index] ?? '');
    // Every text contains the empty string.
    expect(value, label).not.toBe('');
    expect(textOf(fact?.[0])).toContain(textOf(value));
  }
});

test('PRIV-1: data collected, use, retention, rights, cookies and statistics', async () => {
  const sections = await expectSections('/privacy', 'Politique de confidentialité', [
    [
      'Données recueillies',
      ...['votre nom', 'e-mail', 'numéro de téléphone (facultatif)', 'sujet', 'votre message', 'adresse IP'],
    ],
    ['Utilisation des données', 'jamais vendues', 'ni partagées sans votre consentement'],
    ['Durée de conservation', 'supprimés automatiquement', '12 mois au plus'],
    ['Vos droits', 'RGPD', 'droit d’accès', 'rectification', 'effacement (suppression)', 'opposition'],
    ['Cookies et statistiques', 'aucun cookie publicitaire', 'mesure d’audience', 'sans donnée personnelle'],
  ]);
  // Each use has its purpose and its basis in law (GDPR, article 13, 1, c and d).
  expect(textOf(sections[0])).toMatch(/limiter les envois[^.]*intérêt légitime[^.]*article 6 du RGPD/);
  expect(textOf(sections[1])).toMatch(/servent uniquement à répondre[^.]*article 6 du RGPD/);
  expect(sections[3]).toContain(`href="mailto:${identity.contactEmail}"`);
  expect(textOf(sections[3])).toContain(identity.contactEmail);
});
