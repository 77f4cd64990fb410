// npm run make-it-yours [-- answers.json]: asks who publishes the site, and writes the answers into src/content/ and
// src/theme/brand.json. An empty answer leaves the value as it is; an example stays marked as one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import { identity } from '../src/content/identity.ts';
import { of } from '../src/content/names.ts';
import { allPrices, fixedPriceOffers } from '../src/content/offers.ts';
import { isCompany } from '../src/content/registration.ts';
import {
  ROOT,
  remainingExamples,
  writeValues,
  writtenValues,
} from '../src/content-check/content-source.server.ts';
import { vatNumberOf } from '../src/content-check/registration.ts';
import { identitySchema } from '../src/content-check/schemas.server.ts';
import { brandProblems } from '../src/theme/brand-check.ts';

const BRAND = join(ROOT, 'src/theme/brand.json');

type Answers = Record<string, string>;

interface Question {
  id: string;
  text: string;
  /** An answer that shows the form. */
  example?: string;
  /** The value of an empty answer; without it the shipped example stays. */
  default?: (answers: Answers) => string | undefined;
  when?: (answers: Answers) => boolean;
  /** The fields of the identity that the answer fills, whose rules check it. */
  fills?: readonly (keyof typeof identity)[];
  /** Says what is wrong with an answer. */
  fault?: (answer: string) => string | undefined;
}

const ofCompany = (answers: Answers) => isCompany(answers['form'] ?? identity.legalStatus);
const townOf = ({ town = '' }: Answers) => town.replace(/^\d+ /, '');
const yesOrNo = (answer: string) => (/^(oui|non)$/.test(answer) ? undefined : 'Répondez oui ou non.');

const questions: Question[] = [
  { id: 'name', text: 'Vos prénom et nom', example: 'Anne Durand', fills: ['publicationDirector'] },
  { id: 'studioName', text: 'Le nom du studio', example: 'Studio Durand', fills: ['studioName'] },
  {
    id: 'form',
    text: 'La forme juridique : Entreprise individuelle, EURL, SASU…',
    example: 'EURL',
    default: () => 'Entreprise individuelle',
    fills: ['legalStatus'],
  },
  { id: 'capital', text: 'Le capital, en euros', example: '1 000', when: ofCompany, fills: ['legalStatus'] },
  {
    id: 'company',
    text: 'La dénomination sociale',
    when: ofCompany,
    default: ({ studioName = '' }) => studioName,
    fills: ['publisherName'],
  },
  { id: 'street', text: 'Le numéro et la rue', example: '8 quai des Bateliers' },
  { id: 'town', text: 'Le code postal et la ville', example: '69005 Lyon', fills: ['address'] },
  { id: 'siren', text: 'Le SIREN, 9 chiffres', example: '732 829 320', fills: ['registration'] },
  {
    id: 'register',
    text: 'La ville du registre (RCS)',
    when: ofCompany,
    default: townOf,
    fills: ['registration'],
  },
  {
    id: 'vat',
    text: 'Facturez-vous la TVA ? (oui ou non)',
    default: () => 'non',
    fault: yesOrNo,
    fills: ['vat'],
  },
  {
    id: 'region',
    text: 'Votre région, pour les moteurs de recherche',
    example: 'Pays de la Loire',
    fills: ['region'],
  },
  {
    id: 'whereabouts',
    text: 'Le lieu, après « le studio est installé »',
    default: (answers) => answers['town'] && `à ${townOf(answers)}`,
    fills: ['whereabouts'],
  },
  {
    id: 'contactEmail',
    text: 'L’adresse e-mail de contact',
    example: 'bonjour@studio-durand.fr',
    fills: ['contactEmail'],
  },
  {
    id: 'phone',
    text: 'Le téléphone (ou rien)',
    example: '04 65 71 23 45',
    default: () => '',
    fills: ['phone'],
  },
  {
    id: 'siteAddress',
    text: 'L’adresse du site',
    example: 'https://www.studio-durand.fr',
    fills: ['siteAddress'],
  },
  { id: 'hostName', text: 'L’hébergeur : son nom', example: 'OVH SAS', fills: ['hostName'] },
  {
    id: 'hostAddress',
    text: 'L’hébergeur : son adresse',
    example: '2 rue Kellermann, 59100 Roubaix',
    fills: ['hostAddress'],
  },
  { id: 'hostPhone', text: 'L’hébergeur : son téléphone', example: '1007', fills: ['hostPhone'] },
  {
    id: 'mediator',
    text: 'Le médiateur de la consommation : nom, adresse, site (rien si vous ne vendez qu’à des professionnels)',
    default: () => '',
    fills: ['mediator'],
  },
  { id: 'promise', text: 'Ce que le studio promet, en une phrase (pied de page)' },
  ...fixedPriceOffers.flatMap(({ titre }, index) => [
    {
      id: `offer${index}`,
      text: `Proposez-vous « ${titre} » ? (oui ou non)`,
      default: () => 'oui',
      fault: yesOrNo,
    },
    ...pricesOf(index).map(priceQuestion(index, titre)),
  ]),
  ...['light.primary', 'light.secondary', 'dark.primary', 'dark.secondary'].map(colourQuestion),
];

const [file] = process.argv.slice(2);
/** The answers of the file, by the identifiers above; without a file the terminal asks. */
const written: Answers | undefined =
  file && JSON.parse(readFileSync(resolve(process.env['INIT_CWD'] ?? '', file), 'utf8'));
const terminal = written ? undefined : createInterface({ input: stdin, output: stdout });
const stop = () => process.exit(1);
terminal?.on('close', stop);
stdout.write('Une réponse vide garde ce qui est entre crochets.\n\n');
write(await askAll());
await confirmExamples();
terminal?.off('close', stop).close();
stdout.write('C’est écrit. Pour voir le site : npm start\n');

/** Returns what was typed, or stands in the file; undefined if nothing. */
async function answerTo(id: string, text: string, hint: string): Promise<string | undefined> {
  const typed = terminal ? await terminal.question(`${text} [${hint}] : `) : written?.[id];
  return typed?.trim() || undefined;
}

async function askAll(): Promise<Answers> {
  const given: Answers = {};
  const examples = new Set(remainingExamples().map(({ field }) => field));
  for (const question of questions) {
    while (question.when?.(given) ?? true) {
      // A value that is the owner's already is changed by a typed answer only.
      const isOwn = question.fills?.every((field) => !examples.has(`identity.${field}`));
      const usual = isOwn ? undefined : question.default?.(given);
      const hint =
        usual ?? (question.example && !isOwn ? `exemple : ${question.example}` : 'sans changement');
      const answer = (await answerTo(question.id, question.text, hint)) ?? usual;
      const fault = answer === undefined ? undefined : faultOf(question, { ...given, [question.id]: answer });
      if (answer !== undefined && fault === undefined) given[question.id] = answer;
      if (fault === undefined) break;
      stdout.write(`✗ ${question.id} : « ${answer} » : ${fault}\n`);
      if (!terminal) process.exit(1);
    }
  }
  return given;
}

/** Asks about each value that is still marked as an example: `oui` confirms it, another text replaces it. */
async function confirmExamples(): Promise<void> {
  stdout.write('\nCe qui suit reste à confirmer : « oui » si c’est vrai pour vous, ou un autre texte.\n');
  for (const file of new Set(remainingExamples().map((value) => value.file))) {
    const values: Record<string, string> = {};
    for (const { field, text } of remainingExamples().filter((value) => value.file === file)) {
      const answer =
        (await answerTo(field, `${file}, ${field} : ${text}`, 'à voir plus tard')) ?? written?.['*'];
      if (answer === undefined) continue;
      const isNumber = /^\d+$/.test(text) && /^\d+$/.test(answer);
      values[field] = answer === 'oui' ? text : isNumber ? answer : quoted(answer);
    }
    writeValues(ROOT, file, values);
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

function faultOf({ id, fills = [], fault }: Question, given: Answers): string | undefined {
  const own = fault?.(given[id] ?? '');
  if (own !== undefined) return own;
  const values = identityOf(given);
  const { issues = [] } = v.safeParse(identitySchema, { ...identity, ...values });
  const filled = fills.filter((field) => field in values);
  const wrong = issues.find(({ path }) => filled.includes(path?.[0]?.key as never));
  return wrong && `il faut ${wrong.message}.`;
}

/** The fields of the identity that these answers determine. */
function identityOf(given: Answers): Partial<typeof identity> {
  const { name, form, capital, company, street, town, siren, register, vat } = given;
  const isFirm = ofCompany(given);
  const values = {
    ...given,
    publicationDirector: name,
    portraitAlt: name && `Portrait ${of(name)}`,
    legalStatus: isFirm ? form && capital && `${form} au capital de ${capital}\u00a0€` : form,
    publisherName: isFirm ? company : name && `${name} EI`,
    address: street && town && `${street}, ${town}`,
    registration:
      siren && (isFirm ? register && `${siren} R.C.S. ${register}` : `SIREN ${siren}, inscrit au RNE`),
    vat: vat === 'oui' ? siren && vatNumberOf(siren) : vat && 'TVA non applicable, article 293 B du CGI',
  };
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => field in identity && value !== undefined),
  );
}

/** The prices that a card reads, by their names. */
function pricesOf(index: number): string[] {
  const values = writtenValues(ROOT, 'src/content/offers.ts');
  const names = values
    .filter(
      ({ field, text }) => field.startsWith(`fixedPriceOffers[${index}].rates`) && text.startsWith('prices.'),
    )
    .map(({ text }) => text.slice('prices.'.length));
  return [...new Set(names)];
}

function priceQuestion(index: number, titre: string) {
  return (price: string): Question => ({
    id: price,
    text: `« ${titre} », ${price}, en euros (un nombre entier)`,
    default: () => `${allPrices[price]}`,
    when: (given) => given[`offer${index}`] === 'oui',
    fault: (answer) => (/^[1-9]\d*$/.test(answer) ? undefined : 'Il faut un nombre entier, comme 1800.'),
  });
}

function colourQuestion(id: string): Question {
  const [mode = '', role = ''] = id.split('.');
  const of = { primary: 'principale', secondary: 'secondaire' }[role];
  return {
    id,
    text: `La couleur ${of} du mode ${mode === 'light' ? 'clair' : 'sombre'}`,
    default: () => readBrand()[mode]?.[role] ?? '',
    fault: (answer) => brandProblems(JSON.stringify(brandWith({ [id]: answer })))[0],
  };
}

function readBrand(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(BRAND, 'utf8'));
}

/** The brand with the answers about colours. */
function brandWith(given: Answers) {
  const brand = readBrand();
  for (const [mode, colours] of Object.entries(brand))
    for (const role of Object.keys(colours)) colours[role] = given[`${mode}.${role}`] ?? colours[role] ?? '';
  return brand;
}

function write(given: Answers): void {
  const fields = Object.entries(identityOf(given)).map(([field, value]) => [
    `identity.${field}`,
    quoted(value),
  ]);
  writeValues(ROOT, 'src/content/identity.ts', Object.fromEntries(fields));
  if (given['promise'])
    writeValues(ROOT, 'src/content/footer.ts', { 'footer.promise': quoted(given['promise']) });
  const offers = 'src/content/offers.ts';
  const written = new Map(writtenValues(ROOT, offers).map(({ field, text }) => [field, text]));
  const kept = fixedPriceOffers.flatMap((_offer, index) =>
    given[`offer${index}`] === 'oui' ? [written.get(`fixedPriceOffers[${index}]`)] : [],
  );
  const prices = Object.keys(allPrices).flatMap((price) =>
    given[price] ? [[`prices.${price}`, given[price]]] : [],
  );
  writeValues(ROOT, offers, {
    ...Object.fromEntries(prices),
    fixedPriceOffers: `[\n  ${kept.join(',\n  ')},\n]`,
  });
  const lines = Object.entries(brandWith(given)).map(
    ([mode, { primary, secondary }]) =>
      `  "${mode}": { "primary": "${primary}", "secondary": "${secondary}" }`,
  );
  writeFileSync(BRAND, `{\n${lines.join(',\n')}\n}\n`);
}
