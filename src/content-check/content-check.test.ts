import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pictures } from '../../artwork/make-pictures.mjs';
import { ROOT } from '../../tests/support/root.ts';
import { isShipped } from '../../tests/support/shipped.ts';
import { publisherFacts } from '../content/legal-mention.ts';
import { contentProblems } from './content-check.server.ts';
import { writeValues, writtenValues } from './content-source.server.ts';
import { schemas } from './schemas.server.ts';
import { shippedTable } from './shipped.server.ts';

/** What the rules of the identity read together; each row changes one of them. */
const person = {
  'identity.publisherName': "'Anne Durand EI'",
  'identity.legalStatus': "'Entreprise individuelle'",
  'identity.registration': "'SIREN 732 829 320, inscrit au RNE'",
  'identity.vat': "'FR44 732829320'",
};
const company = {
  ...person,
  'identity.publisherName': "'Durand Logiciels'",
  'identity.legalStatus': "'EURL au capital de 1 000 €'",
  'identity.registration': "'912 345 678 R.C.S. Nantes'",
  'identity.vat': "'TVA non applicable, article 293 B du CGI'",
};

/** A field, the source text that replaces its value, and the end of the line that names it. */
const wrongIdentity = [
  [
    'studioName',
    "' Studio'",
    'vaut «  Studio » ; il faut un texte de 45 caractères au plus, sans espace au début',
  ],
  ['studioName', `'${'Studio '.repeat(8)}X'`, 'caractères au plus'],
  ['publisherName', "'Anne Durand'", 'suivi de « EI », comme « Anne Durand EI »'],
  ['legalStatus', "'SARL'", 'd’une société, avec son capital, comme'],
  ['legalStatus', "'EURL au capital de 1 000 € €'", 'd’une société, avec son capital'],
  ['legalStatus', "'EURLL'", 'une forme juridique'],
  ['registration', "'SIREN 732 829'", 'un numéro SIREN (9 chiffres)'],
  ['registration', "'SIREN 000 000 000'", 'un numéro SIREN (9 chiffres)'],
  ['vat', "'FR45 732829320'", 'un numéro de TVA qui va avec le SIREN'],
  ['vat', "'FR44 732829321'", 'un numéro de TVA qui va avec le SIREN'],
  ['address', "'Lyon'", 'une adresse postale entière, avec son code postal'],
  ['phone', "'1007'", "ou '' s’il n’y en a pas"],
  ['contactEmail', "'contact@studio'", 'une adresse e-mail seule'],
  ['contactEmail', "'Anne <a@studio.fr>'", 'une adresse e-mail seule'],
  ['siteAddress', "'www.studio-durand.fr'", 'sans chemin ni barre finale'],
  ['siteAddress', "'https://www.studio-durand.fr/'", 'sans chemin ni barre finale'],
  ['hostAddress', "'Dublin'", 'avec son numéro, sa ville et son pays'],
  ['hostPhone', "'voir le site'", 'un numéro de téléphone'],
  ['github', "'github.com/durand'", 'une adresse qui commence par https://'],
  ['linkedin', "'http://linkedin.com/in/a'", 'une adresse qui commence par https://'],
  ['region', 'undefined', 'manque ; il faut un texte'],
] as const;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: source texts of the content.
const wrongElsewhere = [
  ['offers', 'fixedPriceOffers[0].tab', "'Un nom bien trop long pour un onglet'", '30 caractères au plus'],
  ['offers', 'fixedPriceOffers[0].icon', "'sun'", 'un de ces mots : window, phone-app'],
  ['offers', 'fixedPriceOffers[0].subject', "'Projet'", 'un de ces mots : Proposition de mission'],
  [
    'offers',
    'fixedPriceOffers[0].price',
    '`${formatEuros(({} as { a: number }).a)} TTC`',
    'un texte dont chaque valeur existe',
  ],
  ['offers', 'fixedPriceOffers[0].rates[0].min', '0', 'un nombre entier d’euros'],
  ['offers', 'regieOffer.rates[0].min', "'750'", 'un nombre entier d’euros'],
  ['offers', 'fixedPriceOffers[0].rates[0].taxIncluded', "'TTC'", 'true (TTC) ou false (HT)'],
  ['offers', 'regieOffer.pathImg', "'/images/absente.svg'", 'le chemin d’une image du site'],
  ['home', 'home.head.description', "'Trop courte'", 'un texte de 50 à 160 caractères'],
  ['home', 'answerDays', '0.5', 'vaut 0.5 ; il faut un nombre entier de jours'],
  ['home', 'home.facts', "['à distance']", 'une liste de 3'],
  ['home', 'home.path.steps', '[]', 'une liste de 5'],
  ['about', 'about.head.title', `'${'Studio '.repeat(10)}X'`, 'un texte de 15 à 65 caractères'],
  ['about', 'about.place.text', "'Un caf\ufffd'", 'enregistrez le fichier en UTF-8'],
  ['about', 'about.lead', '`Prix : ${Number.NaN} €`', 'un texte dont chaque valeur existe'],
  ['legal-mention', 'legalMention.sections[0].id', "'Éditeur du site'", 'une ancre en minuscules'],
  ['not-found', 'notFound.links[1].href', "'/contacts'", 'un lien vers une page du site (/, /contact'],
  ['footer', 'COPYRIGHT_YEAR', "'28/11/2026'", 'une année'],
  ['form-fields', 'formFields.phone.required', "'non'", 'true ou false'],
] as const;
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: .

/** Values that an owner may leave out, or the compiler checks, and facts of some legal forms only. */
const mayBeEmpty =
  /^identity\.(phone|mediator|github|linkedin)$|\.input\.|^menuEntries.+icon$|^legalMention\.sections\[0\]\.b/;

/** Lists the problems of a copy of the content with these values in its files. */
async function problemsWith(changes: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-content-'));
  for (const part of ['src/content', 'src/routes.ts', 'src/command-name.server.ts'])
    cpSync(join(ROOT, part), join(folder.path, part), { recursive: true });
  for (const [file, values] of Object.entries(changes)) {
    const path = `src/content/${file}.ts`;
    writeValues(folder.path, path, values);
    // `npm run fix` takes the import from the file of an owner who has confirmed everything.
    if (!readFileSync(join(ROOT, path), 'utf8').includes("'./example.ts'"))
      appendFileSync(join(folder.path, path), "\nimport { example } from './example.ts';\n");
  }
  return await contentProblems(folder.path, [await pictures()]);
}

describe('a wrong value', () => {
  function expectNamed(problems: readonly string[], file: string, field: string, end: string) {
    const own = problems.filter((line) => line.includes(`, ${field}\u00a0: `));
    expect(own, field).toEqual([
      expect.stringMatching(new RegExp(`^src/content/${file}\\.ts, ligne \\d+, .*\u00a0; il faut .*\\.$`)),
    ]);
    expect(own[0]).toContain(end);
  }

  it.each(wrongIdentity)(
    'is named in French with file, line and field: %s = %s',
    async (name, source, end) => {
      const field = `identity.${name}`;
      const problems = await problemsWith({ identity: { ...person, [field]: source } });
      expectNamed(problems, 'identity', field, end);
    },
  );

  it('is named so in every other file', async () => {
    const changes: Record<string, Record<string, string>> = { identity: person };
    for (const [file, field, source] of wrongElsewhere) changes[file] = { ...changes[file], [field]: source };
    const problems = await problemsWith(changes);
    for (const [file, field, , end] of wrongElsewhere) expectNamed(problems, file, field, end);
    const noOffer = await problemsWith({ identity: person, offers: { fixedPriceOffers: '[]' } });
    expectNamed(noOffer, 'offers', 'fixedPriceOffers', 'une liste de 1 à 12 éléments');
  });

  it('is each text of the owner that was left empty', async () => {
    const rules = schemas(undefined, []) as Record<string, { entries?: object }>;
    const named: string[] = [];
    const expected: string[] = [];
    for (const files of [['identity'], Object.keys(rules).filter((file) => file !== 'identity')]) {
      const changes: Record<string, Record<string, string>> = { identity: { ...person } };
      for (const file of files) {
        const checked = Object.keys(rules[file]?.entries ?? {});
        const texts = writtenValues(ROOT, `src/content/${file}.ts`).filter(
          ({ field, text }) => /^['"`]/.test(text) && checked.includes(field.split(/[.[]/, 1).join()),
        );
        changes[file] = Object.fromEntries(texts.map(({ field }) => [field, "''"]));
        const fields = texts.map(({ field }) => field).filter((field) => !mayBeEmpty.test(field));
        expected.push(...fields.map((field) => `${file}.ts ${field}`));
      }
      for (const problem of await problemsWith(changes))
        named.push(problem.replace(/^src\/content\/(\S+), ligne \d+, (\S+)\s:\sest vide\s.*/s, '$1 $2'));
    }
    expect(expected.length).toBeGreaterThan(300);
    expect(named).toEqual(expect.arrayContaining(expected));
  });

  it('is named with its own line', async () => {
    const values = { 'identity.hostName': '\n\n    45' };
    const [problem] = await problemsWith({ identity: { ...person, ...values } });
    const { line } = writtenValues(ROOT, 'src/content/identity.ts').find(
      ({ field }) => field === 'identity.hostName',
    ) ?? { line: 0 };
    expect(problem).toMatch(`identity.ts, ligne ${line}, identity.hostName : vaut 45`);
  });

  it('is named once, where the price stands, though a card reads it', async () => {
    const problems = await problemsWith({ identity: { ...person }, offers: { 'prices.dayMin': '900.5' } });
    expect(problems).toEqual([expect.stringContaining(', prices.dayMin\u00a0: vaut 900.5\u00a0;')]);
  });

  it('is left alone while it is marked as an example', async () => {
    const marked = { 'identity.vat': "example('FR00')" };
    expect(await problemsWith({ identity: { ...person, ...marked } })).toEqual([]);
  });
});

it('the table of what is shipped is up to date; `vitest run -u` on this file writes it', async () => {
  if (isShipped) await expect(shippedTable()).toMatchFileSnapshot('shipped.txt');
});

// tests/deploy/make-it-yours.test.ts has slips in the identity, and names that do not exist.
it('a slip of the pen is named with its place and its remedy', async () => {
  const file = 'src/content/home.ts';
  const { line } = writtenValues(ROOT, file).find(({ field }) => field === 'home.seeServices') ?? {};
  expect(await problemsWith({ identity: person, home: { 'home.seeServices': "'L'offre'" } })).toEqual([
    expect.stringContaining(`${file}, ligne ${line} (ou juste avant)\u00a0: illisible. Un texte va`),
  ]);
});

describe('LEGAL-1: an identity', () => {
  const bothNames = ['Dénomination sociale: Durand Logiciels', 'Nom commercial: Studio Durand'];

  it.each([
    [
      'Statut',
      'Micro-entreprise',
      'Anne EI',
      ['Nom de l’entreprise: Anne EI, exerçant sous le nom Studio Durand'],
    ],
    ['Statut', 'Entrepreneur individuel', 'Studio Durand EI', ['Nom de l’entreprise: Studio Durand EI']],
    ['Forme et capital', 'EURL au capital de 1 000 €', 'Durand Logiciels', bothNames],
    [
      'Forme et capital',
      'S.A.S.U. au capital de 500 €',
      'Studio Durand',
      ['Dénomination sociale: Studio Durand'],
    ],
  ])(
    'is right and reads right in the legal notice: %s, %s',
    async (label, legalStatus, publisherName, names) => {
      const registration = '912 345 678 R.C.S. Nantes';
      const own = {
        ...company,
        'identity.studioName': "'Studio Durand'",
        'identity.legalStatus': `'${legalStatus}'`,
        'identity.publisherName': `'${publisherName}'`,
        'identity.phone': "''",
        'identity.github': "''",
        'identity.hostAddress': "'Gordon House, Barrow Street, Dublin 4, Irlande'",
        'identity.hostPhone': "'1007'",
      };
      expect(await problemsWith({ identity: own })).toEqual([]);
      const facts = publisherFacts({ legalStatus, publisherName, studioName: 'Studio Durand', registration });
      expect(facts.map((fact) => `${fact.label}: ${fact.value}`)).toEqual([
        `${label}: ${legalStatus}`,
        ...names,
        `Immatriculation: ${registration}`,
      ]);
    },
  );
});
