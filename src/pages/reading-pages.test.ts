import { expect, test } from 'vitest';
import { plainSite } from '../../tests/support/server.ts';
import { isShipped } from '../../tests/support/shipped.ts';
import { about } from '../content/about.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { contactFields, formField } from '../content/form-fields.ts';
import { home } from '../content/home.ts';
import { identity } from '../content/identity.ts';
import { legalMention, publisherFacts } from '../content/legal-mention.ts';
import { privacy } from '../content/privacy.ts';
import type { ReadingSection } from '../content/reading.ts';
import { renderDocument } from '../start-render.tsx';

const SITE = 'https://www.studio.example';

async function mainOf(path: string): Promise<string> {
  const { assets } = plainSite;
  const html = await renderDocument({ path, profile: exampleProfile, siteUrl: SITE, apiUrl: null, assets });
  return /<main.*<\/main>/s.exec(html)?.[0] ?? '';
}

/** Returns the text of markup, its blanks of any kind as single spaces. */
const textOf = (html = '') =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Words that the specification asks for: the shipped texts have them, an owner may say the same in others. */
const specified = (...words: string[]) => (isShipped ? words : []);

test('HOME-9: after the introduction come the three pillars', async () => {
  const text = textOf(await mainOf('/'));
  const titles = home.pillars.items.map(({ title }) => title);
  const shown = [home.seeServices, ...titles, home.services.title].map((title) => text.indexOf(title));
  expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  expect(shown).not.toContain(-1);
  if (isShipped) expect(titles).toEqual(['Écoute', 'Réactivité', 'Fiabilité']);
});

test('ABOUT-1: the studio, where it works, its three pillars, its services', async () => {
  const text = textOf(await mainOf('/about'));
  for (const said of [
    identity.whereabouts,
    ...about.values.items.map(({ title }) => title),
    ...about.services.items.map(({ titre }) => titre),
    ...specified('sites, des applications et des outils sur mesure'),
    ...specified('de la première idée à la mise en ligne', 'maintenance'),
    ...specified('Auvergne-Rhône-Alpes', 'partout en France', 'à l’étranger'),
    ...specified('Écoute', 'Réactivité', 'Fiabilité'),
    ...specified('Site vitrine', 'Application web ou mobile', 'Refonte technique', 'Conseil'),
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
    specified('entreprise individuelle'),
    [],
    specified('propriété exclusive', 'autorisation écrite'),
    specified('ne saurait', 'tenu responsable', 'dommages', 'matériel', 'erreurs', 'indisponibilité'),
    specified('formulaire', 'mesure d’audience', 'ni vendues ni cédées'),
    specified('aucun cookie publicitaire', 'respectueux de la vie privée', 'aucune donnée personnelle'),
  ]);
  expect(textOf(sections[0])).toMatch(/SIREN|SIRET|R\.?C\.?S\b/);
  for (const [index, label, value] of [
    ...publisherFacts(identity).map(({ label, value }) => [0, label, value] as const),
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
  const sections = await expectSections('/privacy', privacy, [
    [
      ...contactFields.map((name) => formField(name).personalData),
      ...specified('votre nom', 'e-mail', 'téléphone (facultatif)', 'sujet', 'votre message', 'adresse IP'),
    ],
    specified('jamais vendues', 'ni partagées sans votre consentement'),
    specified('supprimés automatiquement', '12 mois au plus'),
    specified('RGPD', 'droit d’accès', 'rectification', 'effacement (suppression)', 'opposition'),
    specified('aucun cookie publicitaire', 'mesure d’audience', 'sans donnée personnelle'),
  ]);
  expect(sections.join()).toContain(`href="mailto:${identity.contactEmail}"`);
  if (!isShipped) return;
  // Each use has its purpose and its basis in law (GDPR, article 13, 1, c and d).
  expect(textOf(sections[0])).toMatch(/limiter les envois[^.]*intérêt légitime[^.]*article 6 du RGPD/);
  expect(textOf(sections[1])).toMatch(/servent uniquement à répondre[^.]*article 6 du RGPD/);
});
