import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { hasRightCheckDigit, sirenIn } from '../content/registration.ts';
import {
  contentFiles,
  thrownAt,
  typingErrors,
  type WrittenValue,
  writtenValues,
} from './content-source.server.ts';
import { schemas } from './schemas.server.ts';

interface Problem {
  /** The keys from the exports of the file down to the value. */
  path: readonly (string | number)[];
  found: unknown;
  /** The end of the sentence « il faut … ». */
  expected: string;
}

/** A start of a site whose content cannot go online. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/** Refuses a content with problems. @throws ContentError with one line for each */
export async function requireContent(root: string, clientDir: string): Promise<void> {
  const problems = await contentProblems(root, [clientDir]);
  if (problems.length > 0) throw new ContentError(problems.join('\n'));
}

/**
 * Lists wrong texts, prices, links and paths of pictures, each in one French line with file, line, field, what is there and what
 * it may be. Values that are still marked as examples are not checked.
 * @param pictureFolders the folders whose files browsers see; undefined if they could not be made
 */
export async function contentProblems(
  root: string,
  pictureFolders: readonly string[] | undefined,
): Promise<string[]> {
  const read = (file: string) => import(pathToFileURL(join(root, file)).href);
  const { contactSubjects = [] } = await read('src/content/specified-texts.ts').catch(() => ({}));
  const rules = schemas(pictureFolders, contactSubjects);
  const problems: string[] = [];
  const failures: unknown[] = [];
  for (const file of new Set(['src/content/identity.ts', ...contentFiles(root)])) {
    const name = file.slice('src/content/'.length, -'.ts'.length);
    try {
      const exported: unknown = { ...(await read(file)) };
      const found = [...wrongValues(rules[name], exported), ...unfinishedTexts(exported, [])];
      problems.push(...described(root, file, found));
      // Every other file derives from it.
      if (name === 'identity' && problems.length > 0) return problems;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) problems.unshift(...typingErrors(root));
  // A value that one file lacks makes the files that read it fail: the first problem explains both.
  if (failures.length === 0 || problems.length > 0) return problems;
  const places = failures.map((error) => thrownAt(root, error)).filter((place) => place !== undefined);
  if (places.length === 0) throw failures[0];
  return [...new Set(places)];
}

/** Lists what the owner should look at again, though it may be right: a SIREN whose check digit is wrong. */
export async function contentNotes(root: string): Promise<string[]> {
  const file = 'src/content/identity.ts';
  const { identity } = await import(pathToFileURL(join(root, file)).href);
  const siren = sirenIn(identity.registration);
  if (siren === undefined || hasRightCheckDigit(siren)) return [];
  const line = writtenValues(root, file).find(({ field }) => field === 'identity.registration')?.line;
  return [
    `${file}, ligne ${line}, identity.registration : le SIREN ${siren} a une clé fausse ; comparez chaque chiffre avec votre extrait.`,
  ];
}

function wrongValues(schema: v.GenericSchema | undefined, exported: unknown): Problem[] {
  const { issues = [] } = schema ? v.safeParse(schema, exported) : {};
  return issues.map(({ path = [], input, message }) => ({
    path: path.map(({ key }) => key as string | number),
    found: input,
    expected: message,
  }));
}

/** Signs of a missing value, as in « undefined € », and of a file in another encoding, with what is expected instead. */
const spoiled: readonly (readonly [RegExp, string])[] = [
  [/\bundefined\b|\bNaN\b|\[object /, 'un texte dont chaque valeur existe (un prix, un nom mal écrit ?)'],
  [/\ufffd/, 'un texte qui se lit (enregistrez le fichier en UTF-8)'],
];

function unfinishedTexts(value: unknown, path: Problem['path']): Problem[] {
  if (typeof value === 'string')
    return spoiled
      .filter(([sign]) => sign.test(value))
      .map(([, expected]) => ({ path, found: value, expected }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    unfinishedTexts(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function described(root: string, file: string, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const written = new Map(writtenValues(root, file).map((value) => [value.field, value]));
  const names = new Set(problems.map(({ path }) => fieldName(path)));
  // A card reads the price that is wrong.
  const isReported = (value: WrittenValue | undefined) =>
    value?.text.startsWith('prices.') && names.has(value.text);
  return problems.flatMap(({ path, found, expected }) => {
    const steps = path.map((_key, index) => fieldName(path.slice(0, index + 1)));
    const nearest = steps.map((step) => written.get(step)).findLast((value) => value !== undefined);
    if (nearest?.isExample || isReported(nearest)) return [];
    const line = nearest ? `, ligne ${nearest.line}` : '';
    return [`${file}${line}, ${steps.at(-1)} : ${shown(found)} ; il faut ${expected}.`];
  });
}

/** Writes `['offers', 0, 'icon']` as `offers[0].icon`. */
function fieldName(path: Problem['path']): string {
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${key}` : key),
    '',
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'manque';
  if (value === '') return 'est vide';
  const text = typeof value === 'string' ? `« ${value} »` : `${JSON.stringify(value)}`;
  return `vaut ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`;
}
