// npm run make-it-yours [-- answers.json]: asks who publishes the site, and writes the answers into src/content/ and
// src/theme/brand.json. An empty answer in the terminal takes what stands in brackets; one that is missing in the file leaves the
// value as it is, and an example marked as one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import { identity } from '../src/content/identity.ts';
import { of } from '../src/content/legal-mention.ts';
import { fixedPriceOffers, prices } from '../src/content/offers.ts';
import {
  hasRightCheckDigit,
  isCompany,
  isVatExempt,
  sirenIn,
  vatNumberOf,
} from '../src/content/registration.ts';
import {
  contentFiles,
  ROOT,
  remainingExamples,
  writeValues,
  writtenValues,
} from '../src/content-check/content-source.server.ts';
import { identitySchema } from '../src/content-check/schemas.server.ts';
import { brandProblems } from '../src/theme/brand-check.ts';

const BRAND = join(ROOT, 'src/theme/brand.json');

type Answers = Record<string, string>;

interface Question {
  id: string;
  text: string;
  /** An answer that shows the form. */
  example?: string;
  /** The value that follows from other answers. */
  usual?: (answers: Answers) => string | undefined;
  /** The value of an empty answer in the terminal. */
  default?: () => string;
  when?: (answers: Answers) => boolean;
  /** The fields of the identity that the answer fills, whose rules check it. */
  fills?: readonly (keyof typeof identity)[];
  /** Says what is wrong with an answer. */
  fault?: (answer: string, answers: Answers) => string | undefined;
}

/** The answers that the identity holds, once they are the owner's. */
const now: Answers = {
  ...identity,
  name: identity.publicationDirector,
  form: identity.legalStatus.split(' au capital', 1)[0] ?? '',
  capital: /capital de ([\d\s]+)/.exec(identity.legalStatus)?.[1]?.trim() ?? '',
  company: identity.publisherName,
  street: identity.address.split(', ').slice(0, -1).join(', '),
  town: identity.address.split(', ').at(-1) ?? '',
  siren: (sirenIn(identity.registration) ?? '').replace(/(\d{3})(?=\d)/g, '$1 '),
  register: /R\.?C\.?S\.? (.+)$/.exec(identity.registration)?.[1] ?? '',
  vat: isVatExempt(identity.vat) ? 'non' : 'oui',
};

const ofCompany = (answers: Answers) => isCompany(answers['form'] ?? identity.legalStatus);
const townOf = ({ town = '' }: Answers) => town.replace(/^\d+ /, '');
const yesOrNo = (answer: string) => (/^(oui|non)$/.test(answer) ? undefined : 'Répondez oui ou non.');

const questions: Question[] = [
  {
    id: 'name',
    text: 'Vos prénom et nom',
    example: 'Anne Durand',
    fills: ['publicationDirector', 'publisherName'],
  },
  { id: 'studioName', text: 'Le nom du studio', example: 'Studio Durand', fills: ['studioName'] },
  {
    id: 'form',
    text: 'La forme juridique : Entreprise individuelle, EURL, SASU…',
    example: 'EURL',
    default: () => 'Entreprise individuelle',
    fills: ['legalStatus'],
  },
  {
    id: 'capital',
    text: 'Le capital, en euros',
    example: '1 000',
    when: ofCompany,
    fault: (answer) => (/^\d[\d\s]*$/.test(answer) ? undefined : 'Il faut un nombre seul, comme 1 000.'),
    fills: ['legalStatus'],
  },
  {
    id: 'company',
    text: 'La dénomination sociale',
    when: ofCompany,
    usual: ({ studioName }) => studioName,
    fills: ['publisherName'],
  },
  { id: 'street', text: 'Le numéro et la rue', example: '8 quai des Bateliers', fills: ['address'] },
  { id: 'town', text: 'Le code postal et la ville', example: '69005 Lyon', fills: ['address'] },
  { id: 'siren', text: 'Le SIREN, 9 chiffres', example: '732 829 320', fills: ['registration', 'vat'] },
  {
    id: 'register',
    text: 'La ville du registre (RCS)',
    when: ofCompany,
    usual: (answers) => answers['town'] && townOf(answers),
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
    usual: (answers) => answers['town'] && `à ${townOf(answers)}`,
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
      usual: () => 'oui',
      fault: (answer: string, given: Answers) =>
        isOfferLeft({ ...given, [`offer${index}`]: answer }) ? yesOrNo(answer) : 'Gardez une offre au moins.',
    },
    ...pricesOf(index).map(priceQuestion(index, titre)),
  ]),
  ...['light.primary', 'light.secondary', 'dark.primary', 'dark.secondary'].map(colourQuestion),
];

const [file] = process.argv.slice(2);
/** The answers of the file, by the identifiers above or by fields of the content; without a file the terminal asks. */
const written = file === undefined ? undefined : readAnswers(resolve(process.env['INIT_CWD'] ?? '', file));
const terminal = written ? undefined : createInterface({ input: stdin, output: stdout });
const stop = () => process.exit(1);
terminal?.on('close', stop);
stdout.write('Une réponse vide prend ce qui est entre crochets.\n\n');
write(await askAll());
await confirmExamples();
terminal?.off('close', stop).close();
stdout.write('C’est écrit. Pour voir le site : npm start\n');

/** Ends the command with a sentence. */
function refuse(words: string): never {
  stdout.write(`✗ ${words}\n`);
  process.exit(1);
}

function readAnswers(path: string): Answers {
  const text = readFileSync(path, 'utf8');
  let answers: Answers;
  try {
    answers = JSON.parse(text);
  } catch {
    refuse(
      `${file} : ce n’est pas du JSON. Il faut { "nom": "réponse", … }, une virgule entre deux réponses et aucune après la dernière.`,
    );
  }
  const values = contentFiles(ROOT).flatMap((name) => writtenValues(ROOT, name));
  const names = questions.map(({ id }) => id);
  for (const [name, answer] of Object.entries(answers)) {
    if (typeof answer !== 'string') refuse(`${file}, ${name} : mettez la réponse entre guillemets.`);
    const value = values.find(({ field }) => field === name);
    if (name !== '*' && !value && !names.includes(name))
      refuse(`${file}, ${name} : aucune question ne porte ce nom. Il y a : ${names.join(', ')}.`);
    const fault = value && numberFault(value.text, answer);
    if (fault) refuse(`${name} : « ${answer} » : ${fault}`);
  }
  return answers;
}

/** Returns what was typed, or stands in the file, where `""` is an answer too; undefined if nothing. */
async function answerTo(id: string, text: string, hint: string): Promise<string | undefined> {
  if (!terminal) return written?.[id]?.trim();
  return (await terminal.question(`${text} [${hint}] : `)).trim() || undefined;
}

/** Returns every answer that is known, and in `fresh` the fields of the identity that an answer of now fills. */
async function askAll(): Promise<{ given: Answers; fresh: Set<string> }> {
  const given: Answers = {};
  const fresh = new Set<string>();
  const examples = new Set(remainingExamples().map(({ field }) => field));
  for (const question of questions) {
    const { id, fills = [] } = question;
    while (question.when?.(given) ?? true) {
      const isOwn = fills.length > 0 && fills.every((field) => !examples.has(`identity.${field}`));
      const usual = isOwn
        ? now[id] || undefined
        : (question.usual?.(given) ?? (terminal && question.default?.()));
      const hint = usual ?? (question.example ? `exemple : ${question.example}` : 'sans changement');
      const typed = await answerTo(id, question.text, hint);
      const answer = typed ?? usual;
      const isChecked = typed !== undefined || !isOwn;
      const fault =
        answer !== undefined && isChecked ? faultOf(question, { ...given, [id]: answer }) : undefined;
      if (fault === undefined) {
        if (answer !== undefined) given[id] = answer;
        if (answer !== undefined && isChecked) for (const field of fills) fresh.add(field);
        break;
      }
      if (!terminal) refuse(`${id} : « ${answer} » : ${fault}`);
      stdout.write(`✗ « ${answer} » : ${fault}\n`);
    }
    const siren = id === 'siren' && fresh.has('registration') ? sirenIn(given[id] ?? '') : undefined;
    if (siren && !hasRightCheckDigit(siren))
      stdout.write(`! Le SIREN ${siren} a une clé fausse ; comparez chaque chiffre avec votre extrait.\n`);
  }
  tellUnfilled(given, fresh);
  // The alternative text of an own portrait stays.
  if (examples.has('identity.portraitAlt')) fresh.add('portraitAlt');
  return { given, fresh };
}

/** Names the answers without which a new one changes nothing, such as the capital of a company. */
function tellUnfilled(given: Answers, fresh: ReadonlySet<string>): void {
  const filled = identityOf(given);
  for (const field of [...fresh].filter((name) => !(name in filled))) {
    const missing = questions.filter(
      ({ id, fills = [], when }) =>
        fills.some((name) => name === field) && !given[id] && (when?.(given) ?? true),
    );
    const words = `identity.${field} : il manque ${missing.map(({ id }) => id).join(', ')}.`;
    if (!terminal) refuse(words);
    stdout.write(`✗ ${words}\n`);
  }
}

/**
 * Asks about each value that is still marked as an example: `oui` confirms it, another text replaces it. A file may name any
 * value.
 */
async function confirmExamples(): Promise<void> {
  stdout.write('\nCe qui suit reste à confirmer : « oui » si c’est vrai pour vous, ou un autre texte.\n');
  for (const file of contentFiles(ROOT)) {
    const values: Record<string, string> = {};
    for (const { field, text, isExample } of writtenValues(ROOT, file)) {
      if (!isExample && written?.[field] === undefined) continue;
      const asked = await answerTo(field, `${file}, ${field} : ${text}`, 'à voir plus tard');
      const answer = asked ?? (isExample ? written?.['*'] : undefined);
      if (answer === undefined) continue;
      const fault = numberFault(text, answer);
      if (fault) stdout.write(`✗ « ${answer} » : ${fault}\n`);
      else values[field] = answer === 'oui' ? text : isNumber(text) ? answer : quoted(answer);
    }
    writeValues(ROOT, file, values);
  }
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Says what is wrong with an answer that replaces a number. */
function numberFault(text: string, answer: string): string | undefined {
  const isFit = !isNumber(text) || answer === 'oui' || /^[1-9]\d*$/.test(answer);
  return isFit ? undefined : 'Il faut un nombre entier, comme 1800.';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

function faultOf({ id, fills = [], fault }: Question, given: Answers): string | undefined {
  const own = fault?.(given[id] ?? '', given);
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

/** Whether an offer is kept, as far as it is known. */
function isOfferLeft(given: Answers): boolean {
  return fixedPriceOffers.some((_offer, index) => given[`offer${index}`] !== 'non');
}

function priceQuestion(index: number, titre: string) {
  return (price: string): Question => ({
    id: price,
    text: `« ${titre} », ${price}, en euros (un nombre entier)`,
    default: () => `${prices[price as keyof typeof prices]}`,
    when: (given) => given[`offer${index}`] === 'oui',
    fault: (answer) => numberFault('0', answer),
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

function write({ given, fresh }: { given: Answers; fresh: ReadonlySet<string> }): void {
  const fields = Object.entries(identityOf(given))
    .filter(([field]) => fresh.has(field))
    .map(([field, value]) => [`identity.${field}`, quoted(value)]);
  writeValues(ROOT, 'src/content/identity.ts', Object.fromEntries(fields));
  if (given['promise'])
    writeValues(ROOT, 'src/content/footer.ts', { 'footer.promise': quoted(given['promise']) });
  const offers = 'src/content/offers.ts';
  const written = new Map(writtenValues(ROOT, offers).map(({ field, text }) => [field, text]));
  const kept = fixedPriceOffers.flatMap((_offer, index) =>
    given[`offer${index}`] === 'oui' ? [written.get(`fixedPriceOffers[${index}]`)] : [],
  );
  const asked = Object.keys(prices).flatMap((price) =>
    given[price] ? [[`prices.${price}`, given[price]]] : [],
  );
  writeValues(ROOT, offers, {
    ...Object.fromEntries(asked),
    fixedPriceOffers: `[\n  ${kept.join(',\n  ')},\n]`,
  });
  removeUnreadPrices(offers);
  const lines = Object.entries(brandWith(given)).map(
    ([mode, { primary, secondary }]) =>
      `  "${mode}": { "primary": "${primary}", "secondary": "${secondary}" }`,
  );
  writeFileSync(BRAND, `{\n${lines.join(',\n')}\n}\n`);
}

/** Removes the prices that no card reads any more: nobody would see them, and `doctor` would ask for them. */
function removeUnreadPrices(offers: string): void {
  const values = writtenValues(ROOT, offers);
  const cards = values.filter(({ field }) => /^(fixedPriceOffers|regieOffer)$/.test(field));
  const read = values.filter(
    ({ field }) =>
      /^prices\.\w+$/.test(field) && cards.some(({ text }) => RegExp(`\\b${field}\\b`).test(text)),
  );
  const lines = read.map(
    ({ field, text, isExample }) =>
      `${field.slice('prices.'.length)}: ${isExample ? `example(${text})` : text}`,
  );
  writeValues(ROOT, offers, { prices: `{\n  ${lines.join(',\n  ')},\n}` });
}
