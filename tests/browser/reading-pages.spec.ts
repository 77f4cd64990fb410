import type { Page } from '@playwright/test';
import { startSite } from '../support/site.ts';
import { shownText } from './display.ts';
import { expect, open, test } from './fixtures.ts';
import { followPillHome } from './way-home.ts';

async function mainText(page: Page, path: string): Promise<string> {
  await open(page, path);
  return (await shownText(page.getByRole('main'))).replace(/\s+/g, ' ');
}

test('ABOUT-1: the studio, where it works, its three pillars, its services', async ({ page }) => {
  const text = await mainText(page, '/about');
  for (const said of [
    /sites/i,
    /applications/i,
    /outils/i,
    /sur mesure/i,
    /idée/i,
    /mise en ligne|lancement/i,
    /maintenance/i,
    /Auvergne-Rhône-Alpes/,
    /France/,
    /étranger/i,
    /écoute/i,
    /réactivité/i,
    /fiabilité/i,
    /site vitrine/i,
    /application web (ou|et) mobile/i,
    /refonte technique/i,
    /conseil/i,
  ]) {
    expect(text).toMatch(said);
  }
});

test('ABOUT-1: a pill-shaped ‘Retour à l’accueil’ leads home', async ({ page }) => {
  await open(page, '/about');
  await followPillHome(page);
});

const LEGAL_SECTIONS: { title: RegExp; says: RegExp[] }[] = [
  { title: /éditeur/i, says: [/entreprise individuelle/i, /SIREN|SIRET|RCS/, /\S+@\S+\.\w+/] },
  { title: /hébergeur/i, says: [/adresse/i, /téléphone|\d{2} \d{2} \d{2}/i] },
  { title: /propriété intellectuelle/i, says: [/propriété exclusive/i, /autorisation écrite/i] },
  { title: /responsabilité/i, says: [/dommages/i, /matériel/i, /erreurs/i, /indisponibilité/i] },
  { title: /données personnelles/i, says: [/formulaire/i, /audience/i, /vendues/i, /cédées/i] },
  { title: /cookies/i, says: [/aucun cookie publicitaire/i, /aucune donnée personnelle/i] },
];

test('LEGAL-1: a heading and six numbered sections with what each must say', async ({ page }) => {
  await open(page, '/legal-mention');
  await expect(page.getByRole('heading', { level: 1, name: 'Mentions légales' })).toBeVisible();
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveCount(6);
  for (const [index, { title, says }] of LEGAL_SECTIONS.entries()) {
    const heading = headings.nth(index);
    await expect(heading).toHaveText(title);
    await expect(heading).toHaveText(new RegExp(`^\\s*${index + 1}\\b`));
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: title }) });
    for (const said of says) await expect(section).toContainText(said);
  }
});

test('LEGAL-1: while the values are the shipped examples, the start and the operator’s check say so', async () => {
  const site = await startSite();
  try {
    expect(site.output()).toMatch(/exemple/i);
    const checked = await site.cli('doctor');
    expect(`${checked.stdout}${checked.stderr}`).toMatch(/exemple/i);
    expect(`${checked.stdout}${checked.stderr}`).toMatch(/identity\.ts/);
  } finally {
    await site.stop();
  }
});

test('PRIV-1: data collected, use, retention, rights, cookies and statistics', async ({ page }) => {
  const text = await mainText(page, '/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Politique de confidentialité' })).toBeVisible();
  for (const said of [
    /nom/i,
    /e-mail/i,
    /téléphone/i,
    /sujet/i,
    /message/i,
    /uniquement à répondre|répondre à votre demande/i,
    /jamais vendues/i,
    /consentement/i,
    /supprimés automatiquement/i,
    /12 mois/i,
    /RGPD/,
    /accès/i,
    /rectification/i,
    /effacement|suppression/i,
    /opposition/i,
    /\S+@\S+\.\w+/,
    /aucun cookie publicitaire/i,
    /sans donnée personnelle|aucune donnée personnelle/i,
  ]) {
    expect(text).toMatch(said);
  }
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).not.toHaveCount(0);
});
