import { expect, test } from 'vitest';
import { plainSite } from '../../tests/support/server.ts';
import { about, allOffers, firstProfile, home, identity, legalMention, privacy } from '../site.ts';
import { renderDocument } from '../start-render.tsx';
import { contactFields, formFields } from '../words/form-fields.ts';
import { homeWords } from '../words/home.ts';
import type { ReadingSection } from './reading.ts';

const SITE = 'https://www.studio.example';

async function mainOf(path: string): Promise<string> {
  const { assets } = plainSite;
  const html = await renderDocument({ path, profile: firstProfile, siteUrl: SITE, apiUrl: null, assets });
  return /<main.*<\/main>/s.exec(html)?.[0] ?? '';
}

/** Returns the text of markup, with any blanks as single spaces. */
const textOf = (html = '') =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('HOME-9: after the introduction come the three pillars', async () => {
  const text = textOf(await mainOf('/'));
  const titles = home.strengths.items.map(({ title }) => title);
  const wanted = [homeWords.seeServices, ...titles, homeWords.services.title];
  const shown = wanted.map((title) => text.indexOf(title));
  expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  expect(shown).not.toContain(-1);
  expect(titles).toEqual(['Écoute', 'Réactivité', 'Fiabilité']);
});

test('ABOUT-1: the studio, where it works, its three pillars, its services', async () => {
  const text = textOf(await mainOf('/about'));
  for (const said of [
    identity.whereabouts,
    ...about.values.items.map(({ title }) => title),
    ...allOffers.map(({ titre }) => titre),
    'sites, des applications et des outils sur mesure',
    'de la première idée à la mise en ligne',
    'maintenance',
    'Auvergne-Rhône-Alpes',
    'partout en France',
    'à l’étranger',
    'Écoute',
    'Réactivité',
    'Fiabilité',
    'Site vitrine',
    'Application web ou mobile',
    'Refonte technique',
    'Conseil',
  ])
    expect(text).toContain(said);
});

test('the person of the studio is shown, with the pages elsewhere that the studio gives', async () => {
  identity.links.push({ name: 'GitHub', address: 'https://github.com/exemple' });
  const main = await mainOf('/about');
  identity.links.pop();
  expect(textOf(main)).toContain(`${firstProfile.name} ${firstProfile.metier} GitHub (nouvel onglet)`);
  expect(main).toContain('href="https://github.com/exemple"');
});

/** Expects a page with its title and its sections in order, each with these words; returns the markup of the sections. */
async function expectSections(
  path: string,
  { title, sections }: { title: string; sections: readonly ReadingSection[] },
  words: readonly string[][],
): Promise<string[]> {
  const main = await mainOf(path);
  expect(textOf(/<h1.*?<\/h1>/s.exec(main)?.[0])).toBe(title);
  const shown = main.match(/<section.*?<\/section>/gs) ?? [];
  expect(shown).toHaveLength(sections.length);
  for (const [index, section] of sections.entries()) {
    expect(textOf(/<h2.*?<\/h2>/s.exec(shown[index] ?? '')?.[0])).toBe(`${index + 1}. ${section.title}`);
    for (const said of words[index] ?? [])
      expect(textOf(shown[index]).toLowerCase()).toContain(said.toLowerCase());
  }
  return shown;
}

test('LEGAL-1: a heading and six numbered sections with what each must say', async () => {
  const sections = await expectSections('/legal-mention', legalMention, [
    ['entreprise individuelle'],
    [],
    ['propriété exclusive', 'autorisation écrite'],
    ['ne saurait', 'tenu responsable', 'dommages', 'matériel', 'erreurs', 'indisponibilité'],
    ['formulaire', 'mesure d’audience', 'ni vendues ni cédées'],
    ['aucun cookie publicitaire', 'respectueux de la vie privée', 'aucune donnée personnelle'],
  ]);
  expect(textOf(sections[0])).toMatch(/SIREN|SIRET|R\.?C\.?S\b/);
  // scripts/studio/legal-forms.test.ts checks the other facts.
  for (const [index, label, value] of [
    [0, 'Statut', 'Entreprise individuelle (micro-entreprise)'],
    [1, 'Société', 'Hébergeur Exemple SAS'],
  ] as const) {
    const fact = new RegExp(`<dt[^>]*>${label}</dt><dd.*?</dd>`, 's').exec(sections[index] ?? '');
    expect(textOf(fact?.[0])).toContain(textOf(value));
  }
});

test('PRIV-1: data collected, use, retention, rights, cookies and statistics', async () => {
  const sections = await expectSections('/privacy', privacy, [
    [
      'votre nom',
      'e-mail',
      'téléphone (facultatif)',
      'sujet',
      'votre message',
      'adresse IP',
      ...contactFields.map((name) => formFields[name].personalData),
    ],
    ['jamais vendues', 'ni partagées sans votre consentement'],
    ['supprimés automatiquement', '12 mois au plus'],
    ['RGPD', 'droit d’accès', 'rectification', 'effacement (suppression)', 'Droit d’opposition'],
    ['aucun cookie publicitaire', 'mesure d’audience', 'sans donnée personnelle'],
  ]);
  expect(sections.join()).toContain(`href="mailto:${identity.contactEmail}"`);
  // Each use of data has its purpose and its legal basis (GDPR, article 13, 1, c and d).
  expect(textOf(sections[0])).toMatch(/limiter les envois[^.]*intérêt légitime[^.]*article 6 du RGPD/);
  expect(textOf(sections[1])).toMatch(/servent uniquement à répondre[^.]*article 6 du RGPD/);
});
