import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { pageNames, routes } from '../routes.ts';

/** A rule of one value: its test, and the end of the sentence « il faut … ». */
export function field<T = string>(expected: string, holds: (value: T) => boolean) {
  return v.pipe(
    v.custom<T>((value) => value !== undefined && holds(value as T), expected),
    v.description(expected),
  );
}

/** A number stands for a text of at most so many characters. */
type Rule = number | v.GenericSchema;

const ruleOf = (rule: Rule) => (typeof rule === 'number' ? text(rule) : rule);

/** An object with these fields. A missing one is reported with what its own rule expects. */
export function fields(entries: Record<string, Rule>) {
  const rules = Object.entries(entries).map(([name, rule]) => [name, ruleOf(rule)] as const);
  return v.object(Object.fromEntries(rules), ({ expected, received }) => {
    const name = received === 'undefined' && expected?.startsWith('"') ? JSON.parse(expected) : '';
    const rule = entries[name];
    return (rule ? v.getDescription(ruleOf(rule)) : undefined) ?? 'un objet { … }';
  });
}

export function list(item: Rule, min = 1, max = 12) {
  const expected = min === max ? `une liste de ${min}` : `une liste de ${min} à ${max} éléments`;
  return v.pipe(
    v.array(ruleOf(item), expected),
    v.minLength(min, expected),
    v.maxLength(max, expected),
    v.description(expected),
  );
}

export function text(max: number, min = 1) {
  const size = min > 1 ? `de ${min} à ${max} caractères` : `de ${max} caractères au plus`;
  return field<unknown>(
    `un texte ${size}, sans espace au début ni à la fin`,
    (value) => isText(value) && value.length >= min && value.length <= max,
  );
}

/** Either nothing (`''` or the field left out), or what the rule asks. */
export function optional<T extends v.GenericSchema>(rule: T) {
  const expected = v.getDescription(rule) ?? '';
  return v.optional(v.union([v.literal(''), rule], `${expected}, ou '' s’il n’y en a pas`));
}

export const oneOf = (words: readonly string[]) =>
  field(`un de ces mots : ${words.join(', ')}`, (value) => words.includes(value));

/** A link to a page of the site, with an anchor if needed, or out of it. */
export const link = field(
  `un lien vers une page du site (${pageNames.map((name) => routes[name].path).join(', ')}), une adresse en https://, mailto: ou tel:`,
  (value) =>
    isText(value) &&
    (isPage(value) || (/^(https?:\/\/|mailto:|tel:)\S+$/.test(value) && URL.canParse(value))),
);

/** A picture in one of these folders; anywhere, if they are not known. */
export const pictureIn = (folders: readonly string[] | undefined) =>
  field(
    'le chemin d’une image du site, comme /images/regie.svg, ou d’une image de public/',
    (value) =>
      isText(value) &&
      value.startsWith('/') &&
      (folders?.some((folder) => existsSync(join(folder, value))) ?? true),
  );

export const euros = field<unknown>(
  'un nombre entier d’euros, sans espace ni centimes, comme 1800',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
);

/** Title and description for search engines; a title is cut at 65 letters, and has to differ from all others. */
export const head = fields({ title: text(65, 15), description: text(160, 50) });

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value === value.trim();
}

function isPage(href: string): boolean {
  return pageNames.some((name) => href.split('#', 1)[0] === routes[name].path);
}
