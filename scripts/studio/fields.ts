import * as v from 'valibot';
import { allowedElements, lettersOf } from '../../src/profile/profile.ts';
import { textFault } from '../../src/words/text-faults.ts';
import { nearest, quoted } from './faults.ts';
import { hasRightCheckDigit } from './legal/registration.ts';
import type { Rule } from './legal/rules.ts';
import { rcsTowns } from './rcs-towns.ts';
import { typeset } from './typography.ts';

/* The kinds of values in a studio's files. A title is the French name of a field; a description says what is right. */

type Check = (value: string) => boolean;

/** Makes a message from the typed value and what is right. @param expected continues « il faut » */
const must =
  (expected: string) =>
  ({ input }: { input: string }) =>
    `vaut ${quoted(input)} ; il faut ${expected}`;

/**
 * Makes a rule for a value that is written as a text.
 * @param expected continues « il faut »
 */
function value(label: string, expected: string, isRight: Check) {
  return v.pipe(
    v.string(),
    v.title(label),
    v.description(expected),
    v.check((input) => isRight(input) && !/\p{C}/u.test(input), must(expected)),
  );
}

const hasLetters: Check = (value) => /[\p{L}\p{N}]/u.test(value);

/** Makes a rule for a sentence or a name, which the build sets in French typography. */
export function text(label: string, max: number, min = 1) {
  const expected = `un texte de ${min > 1 ? `${min} à ${max} caractères` : `${max} caractères au plus`}`;
  return v.pipe(
    v.string(),
    v.title(label),
    v.description(expected),
    v.metadata({ max }),
    v.check(
      (input) => textFault(input) === undefined,
      ({ input }) => textFault(input) ?? '',
    ),
    v.check(hasLetters, must(`${expected}, avec des lettres`)),
    v.check(
      (input) => input.length <= max && input.length >= min,
      ({ input }) => `vaut ${quoted(input)}, soit ${input.length} caractères ; il faut ${expected}`,
    ),
    v.transform(typeset),
  );
}

/** Makes a rule for a name that never breaks between two lines. */
export function unbroken(label: string, max: number) {
  return v.pipe(
    text(label, max),
    v.transform((input) => input.replaceAll(' ', '\u00a0')),
  );
}

/** Makes a rule for HTML of the profile; server and browser clean it as well. */
export function html(label: string, max: number) {
  const expected = `un texte HTML de ${max} caractères au plus`;
  return v.pipe(
    v.string(),
    v.title(label),
    v.description(expected),
    v.check(
      (input) => htmlFault(input) === undefined,
      ({ input }) => htmlFault(input) ?? '',
    ),
    v.check((input) => input.length <= max && hasLetters(lettersOf(input)), must(expected)),
    v.transform(typeset),
  );
}

const plainElements = allowedElements.filter((name) => name !== 'a').join('|');
const allowedTag = RegExp(
  `</?(?:${plainElements})\\s*/?>|<a href="(?:https?:|mailto:)[^"<>\\s]+">|</a>`,
  'gi',
);

function htmlFault(input: string): string | undefined {
  const rest = input.replace(allowedTag, '');
  const tag = /<[^>]*>?|>/.exec(rest)?.[0];
  if (tag)
    return `contient ${quoted(tag)} ; il n’y a que les balises ${allowedElements.join(', ')}, sans attribut, et <a href="https://…">`;
  return textFault(lettersOf(rest));
}

function whole(label: string, min: number, max: number, expected: string) {
  return v.pipe(
    value(
      label,
      expected,
      (input) => /^[1-9]\d*$/.test(input) && Number(input) >= min && Number(input) <= max,
    ),
    v.transform(Number),
  );
}

export function euros(label: string) {
  return whole(label, 1, 9_999_999, 'un nombre entier d’euros, comme 750');
}

export function count(label: string, min: number, max: number, unit: string) {
  return whole(label, min, max, `un nombre entier ${unit}, de ${min} à ${max}`);
}

/** Makes a rule for euros, or « variable » (Code de commerce, L. 231-1). */
export function capital(label: string) {
  const expected = 'un nombre entier d’euros, comme 1000, ou « variable »';
  return v.pipe(
    value(label, expected, (input) => /^(?:variable|[1-9]\d{0,9})$/.test(input)),
    v.transform((input) => (input === 'variable' ? input : Number(input))),
  );
}

export function oneOf<const Word extends string>(label: string, words: readonly Word[]) {
  const expected = words.length > 1 ? `un de ces mots : ${words.join(', ')}` : `« ${words[0]} »`;
  return v.pipe(v.picklist(words), v.title(label), v.description(expected));
}

export function yes(label: string) {
  return v.pipe(
    oneOf(label, ['oui', 'non']),
    v.transform((input) => input === 'oui'),
  );
}

export function webAddress(label: string) {
  return value(
    label,
    'une adresse qui commence par https://, comme https://www.studio-durand.fr/projets',
    isWebAddress,
  );
}

export function isWebAddress(input: string): boolean {
  // A pasted address may contain an entity, a space or a second scheme.
  const isPlain =
    /^https:\/\/[\p{L}\p{N}\-._~:/?#[\]@!$&'()*+,;=%]+$/u.test(input) &&
    !/&(?:amp|#)|https?:.*https?:/.test(input);
  const url = isPlain ? URL.parse(input) : null;
  return (
    url !== null && /^(?!\.)(?!.*\.\.).+\.(?=.*[a-z])[a-z\d-]{2,}$/.test(url.hostname) && url.username === ''
  );
}

export function siteAddress(label: string) {
  return value(
    label,
    'l’adresse du site en minuscules, sans chemin ni barre finale, comme https://www.studio-durand.fr (un nom accentué sous sa forme xn--…)',
    (input) => isWebAddress(input) && URL.parse(input)?.origin === input,
  );
}

export function email(label: string) {
  return value(
    label,
    'une adresse e-mail seule, comme contact@studio-durand.fr',
    (input) =>
      /^[\w!#$%&'*+/=?^{|}~-][\w!#$%&'*+./=?^{|}~-]*(?<!\.)@[a-z\d](?:[a-z\d.-]*[a-z\d])?\.[a-z]{2,}$/i.test(
        input,
      ) && !/\.\.|^mailto/.test(input),
  );
}

/** Makes a rule for a phone number. @param isShort whether four digits, as some firms have, are right too */
export function phone(label: string, isShort = false) {
  return value(label, 'un numéro de téléphone, comme 04 73 00 00 00 ou +33 4 73 00 00 00', (input) => {
    const digits = input.replace(/\(0\)|[\s\u00a0\u202f.-]/g, '');
    const isFrench = /^(?:0|\+33|0033)[1-9]\d{8}$/.test(digits);
    return (
      isFrench || /^(?:\+|00)(?!33)[1-9]\d{8,14}$/.test(digits) || (isShort && /^[13]\d{3}$/.test(digits))
    );
  });
}

/** Makes a rule for a text with a form of its own. */
function textLike(label: string, max: number, expected: string, isRight: Check) {
  return v.pipe(text(label, max), v.description(expected), v.check(isRight, must(expected)));
}

/** Matches a postcode: four digits or more, or letters and digits as in London, Dublin and Montréal. */
const POSTCODE = /\d{4}|\b[A-Z]{1,2}\d[A-Z\d]? [A-Z\d]{3,4}\b/;

/** Makes a rule for a postal address in one line. */
export function postalAddress(label: string, max = 160) {
  const expected = 'une adresse postale entière, comme 3 rue de la Paix, 75002 Paris';
  return textLike(label, max, expected, (input) => POSTCODE.test(input) && /\S[ \u00a0]\S/.test(input));
}

/** Makes a rule for the postcode and town of a place in France, overseas included. */
export function town(label: string) {
  const expected = 'un code postal et une ville, comme 75002 Paris';
  return textLike(label, 60, expected, isPostcodeAndTown);
}

/** A postcode begins with the number of a department or of an overseas land. */
function isPostcodeAndTown(input: string): boolean {
  return /^(?:0[1-9]|[1-8]\d|9[0-5]|97[1-8]|98[4678])\d{2,3}(?<=^\d{5}) \p{L}/u.test(input);
}

/** Makes a rule for a postal address in France. */
export function frenchAddress(label: string) {
  const expected = 'une adresse en France, comme 3 rue de la Paix, 75002 Paris';
  return textLike(label, 160, expected, (input) =>
    isPostcodeAndTown(/\d{5} \p{L}[^\d]*$/u.exec(input)?.[0] ?? ''),
  );
}

/** Makes a rule for the town of a court that keeps a register of companies. */
export function rcsTown(label: string) {
  const expected = 'le seul nom de la ville, comme Lyon';
  return v.pipe(
    v.string(),
    v.title(label),
    v.description(expected),
    v.check(
      (input) => rcsTowns.some((town) => bareTown(town) === bareTown(input)),
      ({ input }) => {
        const meant = nearest(input, rcsTowns);
        return `vaut ${quoted(input)}, qui n’est pas la ville d’un greffe ; ${meant ? `vouliez-vous dire « ${meant} » ?` : `il faut ${expected}`}`;
      },
    ),
  );
}

const bareTown = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\u00a0-]+/g, ' ')
    .toLowerCase();

export function siren(label: string) {
  const shown = value(label, 'un numéro à 9 chiffres, comme 732 829 320', (input) =>
    /^\d{3}([ \u00a0]?)\d{3}\1\d{3}$/.test(input),
  );
  return v.pipe(
    shown,
    v.check(
      (input) => hasRightCheckDigit(input.replace(/\D/g, '')),
      ({ input }) =>
        `vaut ${quoted(input)}, dont la clé est fausse ; il faut chaque chiffre de votre extrait`,
    ),
  );
}

export function rna(label: string) {
  return value(label, 'un W suivi de 9 chiffres, comme W751234567', (input) => /^W\d{9}$/.test(input));
}

export function vat(label: string) {
  return value(label, '« non », ou votre numéro, comme FR44 732829320', (input) =>
    /^(?:non|FR ?[\dA-HJ-NP-Z]{2}(?: ?\d{3}){3})$/.test(input),
  );
}

/** Makes a rule for a day that exists, from 2000 to 2100. */
export function day(label: string) {
  return value(label, 'une date qui existe, comme 2026-11-26', (input) => {
    const [, year = ''] = /^(\d{4})-\d{2}-\d{2}$/.exec(input) ?? [];
    const date = new Date(`${input}T00:00:00Z`);
    const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(input);
    return isReal && Number(year) >= 2000 && Number(year) <= 2100;
  });
}

export function yearOrMonth(label: string) {
  return value(label, 'une année ou un mois, comme 2026 ou 2026-05', (input) =>
    /^20\d\d(-(0[1-9]|1[0-2]))?$/.test(input),
  );
}

export function identifier(label: string) {
  return value(
    label,
    'un identifiant en minuscules, comme site-vitrine',
    (input) => /^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(input) && input.length <= 40,
  );
}

export function colour(label: string) {
  return value(label, 'une couleur en six chiffres hexadécimaux, comme #5e17eb', (input) =>
    /^#[\da-f]{6}$/i.test(input),
  );
}

/** Makes a rule for a file of the folder `images`, written `images/x` or `/images/x`. @param example its usual name */
export function file(label: string, kinds: string, example: string) {
  return v.pipe(
    value(label, `le nom d’un fichier de images/ (${kinds}), comme images/${example}`, (input) =>
      /^\/?images\/[^\s/\\.][^/\\]*\.\w+$/.test(input),
    ),
    v.metadata({ file: kinds }),
    v.transform((input) => input.replace(/^\//, '')),
  );
}

/** Adds the rule of law that asks for a field; the message about a missing field names it. */
export function lawful<Of extends v.GenericSchema>(rule: Rule, schema: Of): Of {
  return v.pipe(schema, v.metadata({ rule })) as unknown as Of;
}

/** Allows an empty value or a missing field beside what the rule asks. */
export function optional<Rule extends v.GenericSchema<string, unknown>>(rule: Rule) {
  return v.optional(rule);
}

/** Makes a rule for a list; an empty list equals a missing one. */
export function list<Item extends v.GenericSchema>(label: string, item: Item, min: number, max: number) {
  const expected = `une liste de ${min === max ? min : `${min} à ${max}`} éléments`;
  const wrong = ({ input }: { input: readonly unknown[] }) =>
    `a ${input.length} élément${input.length > 1 ? 's' : ''} ; il faut ${expected}`;
  const items = v.pipe(
    v.array(item),
    v.title(label),
    v.description(expected),
    v.minLength(min, wrong),
    v.maxLength(max, wrong),
  );
  return min === 0 ? v.optional(items, []) : items;
}

export function group<const Entries extends v.ObjectEntries>(label: string, entries: Entries) {
  return v.pipe(v.strictObject(entries), v.title(label));
}

/** Makes a rule for a group that may be missing or empty as a whole. */
export function optionalGroup<const Entries extends v.ObjectEntries>(label: string, entries: Entries) {
  return v.optional(group(label, entries));
}
