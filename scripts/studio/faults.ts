import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { distance } from 'fastest-levenshtein';
import type { Place } from './yaml-file.ts';

/** A fault that prevents publication, with its place. */
export interface Fault extends Place {
  /** Absolute path. */
  file: string;
  /** Names of the field and its groups; absent if the text names them. */
  field?: string;
  text: string;
}

const MOST_SHOWN = 60;

/** Writes each fault as one line that editors link, with file and line. */
export function faultLines(faults: readonly Fault[]): string[] {
  const sorted = faults.toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
  const lines = sorted.map(
    ({ file, line, column, field, text }) =>
      `${shownPath(file)}:${line}:${column}: ${unbroken(field === undefined ? text : `${field} : ${text}`)}`,
  );
  return [...new Set(lines)];
}

/** Returns the path from the current folder, as one would type it. */
export function shownPath(file: string): string {
  return relative(process.cwd(), file) || '.';
}

const unbroken = (sentence: string) =>
  sentence.replace(/ (?=[:;?!»])/g, '\u00a0').replaceAll('« ', '«\u00a0');

/** Quotes a typed value, shortened and without characters that control a terminal. */
export function quoted(value: string): string {
  return `« ${visible(value)} »`;
}

export function visible(value: string): string {
  const signs = [...value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')];
  return signs.length > MOST_SHOWN ? `${signs.slice(0, MOST_SHOWN - 1).join('')}…` : signs.join('');
}

/** Suggests the most similar of some names; lists them all if none is similar. */
export function suggestion(typed: string, names: readonly string[]): string {
  const near = nearest(typed, names);
  if (names.length === 0) return 'il n’y en a aucun ici';
  return near === undefined ? `il y a : ${names.join(', ')}` : `vouliez-vous dire « ${near} » ?`;
}

export function nearest(typed: string, names: readonly string[]): string | undefined {
  const far = (name: string) => distance(typed.toLowerCase(), name.toLowerCase());
  const [best] = names.toSorted((a, b) => far(a) - far(b));
  return best !== undefined && far(best) <= Math.max(2, typed.length / 3) ? best : undefined;
}

/** Lists the readable files of a folder, which may not exist. */
export function filesIn(folder: string): string[] {
  return isFolder(folder) ? readdirSync(folder).filter((name) => isReadable(join(folder, name))) : [];
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return !isFolder(path);
  } catch {
    return false;
  }
}
