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
const association = { form: 'association', rna: 'W751234567' };
const publishers: readonly (readonly [form: string, values: Values])[] = [
  ['entreprise individuelle', { ...EI, rcs: 'Lyon' }],
  ['entreprise individuelle', { ...EI, rne: 'oui' }],
  ['micro-entreprise', EI],
  ['profession libérale', EI],
  ['EURL', { ...firm, capital: '1000' }],
  ['SARL', { ...firm, capital: '7500' }],
  ['SAS', { ...firm, capital: 'variable' }],
  ['SASU', { ...firm, siren: '732 829 338', capital: '1', vat: 'FR01 732829338' }],
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

/** Publishers and values that the law, or their form, does not allow, by what is wrong. */
const wrong: Readonly<Record<string, readonly [publisher: Values, values?: Values]>> = {
  'no telephone': [MICRO, { phone: '' }],
  'no host': [MICRO, { host: '' }],
  'a host without telephone': [MICRO, { host: { name: 'H', address: '2 rue X, 69000 Lyon' } }],
  'a storage without address': [MICRO, { storage: { name: 'S', phone: '04 65 71 00 01' } }],
  'no mediator': [MICRO, { mediator: '' }],
  'a mediator without site': [MICRO, { mediator: { name: 'M', address: '3 rue X, 75001 Paris' } }],
  'a mail provider without country': [MICRO, { mail: { name: 'M' } }],
  'a transfer without ground': [MICRO, { mail: { name: 'M', country: 'États-Unis' } }],
  'an unknown form': [{ form: 'auto-entrepreneur', ...EI }],
  'a former word in the name': [{ ...MICRO, name: 'Auto-entrepreneur Durand' }],
  'EI without the person’s name': [{ ...MICRO, name: 'Studio du Pré EI' }],
  'a micro-entreprise with RNA': [{ ...MICRO, rna: 'W751234567' }],
  'a SCOP with RNA': [{ form: 'SCOP', ...firm, rna: 'W751234567' }],
  'a SARL called EI': [{ form: 'SARL', ...firm, name: 'Ker Logiciels EI' }],
  'a micro-entreprise with capital': [{ ...MICRO, capital: '1000' }],
  'an association with capital': [{ form: 'association', name: 'Ker Logiciels', capital: '1000' }],
  'an association called EI': [{ ...association, name: 'Anne Durand EI' }],
  'an association of an entrepreneure': [{ ...association, name: 'Anne Durand entrepreneure individuelle' }],
  'an association of an entrepreneur': [{ ...association, name: 'Luc Durand entrepreneur individuel' }],
  'a SCOP that does not say so': [{ form: 'SCOP', ...firm }],
};

it('LEGAL-2: what is missing or wrong is refused with the name of the rule, whoever publishes', async () => {
  const keys = ['name', 'street', 'town', 'director', 'vat', 'siren', 'rcs', 'capital', 'rna'];
  const refused: Record<string, readonly string[]> = {};
  for (const [form, values] of publishers)
    for (const key of keys) {
      const what = `${form}${'rne' in values ? ' (RNE)' : ''} without ${key}`;
      refused[what] = (await read({ form, ...values, [key]: '' })).faults;
    }
  for (const [what, [publisher, values]] of Object.entries(wrong))
    refused[what] = (await read(publisher, values)).faults;
  withBooking();
  refused['a booking link without ground of its transfer'] = (await read(MICRO)).faults;
  await expect(stringify(refused, { lineWidth: 0 })).toMatchFileSnapshot('legal/refusals.approved.txt');
});

it('LEGAL-2: a transfer within the European Economic Area needs no ground', async () => {
  const countries =
    'Allemagne Autriche Belgique Bulgarie Chypre Croatie Danemark Espagne Estonie Finlande France Grèce Hongrie Irlande Islande Italie Lettonie Liechtenstein Lituanie Luxembourg Malte Norvège Pays-Bas Pologne Portugal Roumanie Slovaquie Slovénie Suède Tchéquie';
  const storer = { name: 'S', address: '2 rue X, 69000 Lyon', phone: '04 65 71 00 01' };
  for (const country of countries.split(' '))
    expect((await read(MICRO, { host: { ...storer, country } })).faults).toEqual([]);
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
