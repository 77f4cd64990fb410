import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { ROOT } from '../../tests/support/root.ts';
import { readStudio } from './read.ts';
import { siteOf } from './site.ts';

type Values = Readonly<Record<string, unknown>>;

const folder = mkdtempSync(join(tmpdir(), 'studio-'));
cpSync(join(ROOT, 'example'), folder, { recursive: true });
rmSync(join(folder, 'a-confirmer.yaml'));
afterAll(() => rmSync(folder, { recursive: true }));
const example = (file: string) => parse(readFileSync(join(ROOT, 'example', file), 'utf8'));

async function read(publisher: Values, values: Values = {}, references?: Values) {
  const studio = example('studio.yaml');
  const { siren: _siren, ...rest } = studio.publisher;
  const changed = { ...studio, publisher: { ...rest, ...publisher }, ...values };
  writeFileSync(join(folder, 'studio.yaml'), stringify(changed));
  const [reference] = example('references.yaml').references;
  const one = { references: [{ ...reference, ...(references ?? { quote: '' }) }] };
  writeFileSync(join(folder, 'references.yaml'), stringify(one));
  const { studio: read, faults } = await readStudio(folder, '2026-11-29');
  return {
    faults: faults.map((line) => line.replace(/^.*?:\d+:\d+: /, '').replaceAll('\u00a0', ' ')),
    site: read && siteOf(read, { light: false, dark: true }),
  };
}

const EI = { name: 'Anne Durand EI', director: 'Anne Durand', siren: '732 829 320' };
const MICRO = { form: 'micro-entreprise', ...EI };
const firm = { name: 'Ker Logiciels', director: 'Anne Durand', siren: '732 829 320', rcs: 'Lyon' };
const publishers: readonly (readonly [form: string, values: Values])[] = [
  ['entreprise individuelle', { ...EI, rcs: 'Lyon' }],
  ['entreprise individuelle', { ...EI, rne: 'oui' }],
  ['micro-entreprise', EI],
  ['profession libérale', EI],
  ['EURL', { ...firm, capital: '1000' }],
  ['SARL', { ...firm, capital: '7500' }],
  ['SAS', { ...firm, capital: 'variable' }],
  ['SASU', { ...firm, capital: '1', vat: 'FR44 732829320' }],
  ['SCOP', { ...firm, name: 'Ker Logiciels, SCOP SARL' }],
  ['association', { name: 'Les Amis du code', director: 'Anne Durand', rna: 'W751234567' }],
];

/** Texts of the contact page with a booking link. */
const withBooking = (more: Values = {}) => {
  const booking = { link: 'https://agenda.exemple.com/x', provider: 'Agenda Inc.', country: 'États-Unis' };
  const contact = { ...example('contact.yaml'), booking: { ...booking, ...more } };
  writeFileSync(join(folder, 'contact.yaml'), stringify(contact));
};
afterEach(() => cpSync(join(ROOT, 'example/contact.yaml'), join(folder, 'contact.yaml')));

it('LEGAL-1, LEGAL-2, PRIV-1, PRIV-2: the legal pages read as approved, whoever publishes, stores and carries', async () => {
  const pages: object[] = [];
  for (const [form, values] of publishers) {
    const { site, faults } = await read({ form, ...values });
    expect(faults).toEqual([]);
    pages.push([form, site?.identity.registeredAs, site?.legalMention.sections[0]?.blocks]);
  }
  const here = (await read(MICRO)).site;
  pages.push([here?.recipients, here?.legalMention, here?.privacy, here?.accessibility]);
  withBooking({ transfer: 'clauses' });
  const address = '1 Main St, San Francisco, CA 94107';
  const host = { name: 'Cloud Inc.', address, phone: '+1 415 555 0100', country: 'États-Unis' };
  const storage = { name: 'Base SA', address: '4 rue du Lac, 1201 Genève', phone: '+41 22 700 00 02' };
  const abroad = await read(
    { ...MICRO, insurance: 'AXA, Paris, Union européenne', terms: 'https://www.exemple.fr/cgv.pdf' },
    {
      storage: { ...storage, country: 'Suisse', transfer: 'adéquation' },
      host: { ...host, transfer: 'adéquation', logs: '30 jours' },
      mail: { name: 'Post Ltd', country: 'Inde', transfer: 'clauses' },
    },
  );
  pages.push([abroad.site?.recipients, abroad.site?.legalMention.sections.slice(0, 2), abroad.site?.privacy]);
  await expect(stringify(pages, { lineWidth: 0 })).toMatchFileSnapshot('legal/pages.approved.txt');
});

describe('LEGAL-2: a publisher', () => {
  const american = { name: 'M', country: 'États-Unis' };
  const LCEN = 'LCEN, article 1-1';
  const CONSUMERS = 'Code de la consommation, R. 616-1';
  const COMMERCE = 'Code de commerce, R. 123-237';
  /** The rule that is named for each missing value, with the legal forms it is for; rules for all come first. */
  const asked: readonly (readonly [forms: RegExp, missing: string, label: string, rule: string])[] = [
    [/./, 'name', 'éditeur · nom ou dénomination', LCEN],
    [/./, 'street', 'éditeur · numéro et rue', LCEN],
    [/./, 'town', 'éditeur · code postal et ville', LCEN],
    [/./, 'director', 'éditeur · directeur de la publication', LCEN],
    [/./, 'vat', 'éditeur · TVA', 'LCEN, article 19'],
    [/entre|prof|SA|EURL|SCOP/, 'siren', 'éditeur · SIREN', COMMERCE],
    [/SA|EURL|SCOP/, 'rcs', 'éditeur · ville du RCS', COMMERCE],
    [/entreprise individuelle/, 'rcs', 'éditeur · ville du RCS', LCEN],
    [/EURL|SA/, 'capital', 'éditeur · capital', LCEN],
    [/association/, 'rna', 'éditeur · numéro RNA', LCEN],
  ];
  const cases = publishers.flatMap(([form, values]) =>
    asked
      .filter(([forms, key]) => forms.test(form) && !(key === 'rcs' && 'rne' in values))
      .map(([, key, label, rule]) => [form, key, label, rule, values] as const),
  );

  it.each(cases)('of the form %s without %s is refused', async (form, key, label, rule, values) => {
    const { faults } = await read({ form, ...values, [key]: '' });
    const fault = RegExp(`^${label} : manque ; il faut .*\\(${rule.replaceAll('.', '\\.')}\\)$`);
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  it.each([
    ['phone', 'téléphone', LCEN, { phone: '' }],
    ['host', 'hébergeur', LCEN, { host: '' }],
    ['host', 'hébergeur · téléphone', LCEN, { host: { name: 'H', address: '2 rue X, 69000 Lyon' } }],
    ['storage', 'éditeur|stockage .* · adresse', LCEN, { storage: { name: 'S', phone: '04 65 71 00 01' } }],
    ['mediator', 'vente à des particuliers', CONSUMERS, { mediator: '' }],
    ['mediator', 'médiateur · site', CONSUMERS, { mediator: { name: 'M', address: '3 rue X, 75001 Paris' } }],
    ['mail', 'messagerie · pays', 'RGPD, article 13', { mail: { name: 'M' } }],
    ['mail', 'messagerie · fondement du transfert', 'RGPD, articles 44 à 49', { mail: american }],
  ])('without all of %s is refused: %s', async (_key, label, rule, values) => {
    const { faults } = await read(MICRO, values);
    const fault = RegExp(`^(?:${label}) : .* ; il faut .*\\(${rule}\\)$`);
    expect(faults).toContainEqual(expect.stringMatching(fault));
  });

  it('names no ground of a transfer within the European Economic Area', async () => {
    const countries =
      'Allemagne Autriche Belgique Bulgarie Chypre Croatie Danemark Espagne Estonie Finlande France Grèce Hongrie Irlande Islande Italie Lettonie Liechtenstein Lituanie Luxembourg Malte Norvège Pays-Bas Pologne Portugal Roumanie Slovaquie Slovénie Suède Tchéquie';
    const storer = { name: 'S', address: '2 rue X, 69000 Lyon', phone: '04 65 71 00 01' };
    for (const country of countries.split(' '))
      expect((await read(MICRO, { host: { ...storer, country } })).faults).toEqual([]);
  });

  it.each([
    [{ form: 'auto-entrepreneur', ...EI }, 'forme juridique'],
    [{ ...MICRO, name: 'Auto-entrepreneur Durand' }, 'R. 526-27'],
    [{ ...MICRO, name: 'Studio du Pré EI' }, 'loi 82-652, article 93-2'],
    [{ ...MICRO, rna: 'W751234567' }, 'arrêté du 14 octobre 2009'],
    [{ form: 'SCOP', ...firm, rna: 'W751234567' }, 'arrêté du 14 octobre 2009'],
    [{ form: 'SARL', ...firm, name: 'Ker Logiciels EI' }, 'R. 526-27'],
    [{ ...MICRO, capital: '1000' }, 'R. 123-238'],
    [{ form: 'association', name: 'Ker Logiciels', capital: '1000' }, 'R. 123-238'],
    [{ form: 'association', rna: 'W751234567', name: 'Anne Durand EI' }, 'R. 526-27'],
    [{ form: 'association', rna: 'W751234567', name: 'Anne Durand entrepreneure individuelle' }, 'R. 526-27'],
    [{ form: 'association', rna: 'W751234567', name: 'Luc Durand entrepreneur individuel' }, 'R. 526-27'],
    [{ form: 'SCOP', ...firm }, 'loi 78-763, article 4'],
  ])('as in %j is refused', async (publisher, part) => {
    const { faults } = await read(publisher);
    expect(faults.join('\n')).toContain(part);
  });

  it('names the ground of a transfer by its booking link', async () => {
    withBooking();
    const { faults } = await read(MICRO);
    expect(faults).toEqual([expect.stringMatching(/^rendez-vous · fondement du transfert : manque/)]);
  });
});

describe('LEGAL-2: a published opinion', () => {
  const said = { text: 'Un site clair.', name: 'A. Durand', date: '2026-05' };
  const quote = { ...said, reward: 'non', permission: 'oui' };
  const referenced = (more: Values) => read(MICRO, {}, more);
  const noteOf = async (more: Values) => (await referenced(more)).site?.references[0]?.quote?.note;
  const order =
    'Le studio choisit les avis et leur ordre, et les publie et les garde sans limite de durée. Leur auteur peut les faire corriger ou retirer\u00a0; ses coordonnées ne sont pas communiquées.';

  it('has its dates, says whether it was checked and rewarded, who orders opinions and how long they stay', async () => {
    expect(await noteOf({ date: '2026-04', quote })).toBe(
      `Avis publié en mai 2026, sur un projet d’avril 2026. Il n’a pas été contrôlé. Il a été donné sans contrepartie. ${order}`,
    );
    const rewarded = { ...quote, checked: 'facture à l’appui', reward: 'oui' };
    expect(await noteOf({ date: '2026', quote: rewarded })).toBe(
      `Avis publié en mai 2026, sur un projet de 2026. Il a été contrôlé\u00a0: facture à l’appui. Il a été donné contre un avantage. ${order}`,
    );
  });

  it.each([
    [{ date: '2026', quote: { ...quote, date: '' } }, 'citation · date'],
    [{ date: '2026', quote: { ...quote, reward: '' } }, 'citation · contrepartie'],
    [{ date: '', quote }, 'Ce site · date'],
  ])('without one of them is refused: %j', async (more, label) => {
    const { faults } = await referenced(more);
    expect(faults.join('\n')).toMatch(RegExp(`${label} : manque ; .*L\\. 111-7-2`));
  });
});
