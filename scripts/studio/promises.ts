import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Files, valueAt, walk } from './cross-checks.ts';
import { type Fault, filesIn, quoted, suggestion } from './faults.ts';
import { type FileName, files as schemas } from './schema.ts';
import { namesOf } from './schema-faults.ts';
import { bare } from './typography.ts';
import type { Path, Typed, YamlFile } from './yaml-file.ts';

/** A value that only the owner can promise, and that is still the example's. */
export interface Waiting {
  file: FileName;
  path: Path;
}

/** The file that lists the values waiting for the owner, each by its path with the value as shipped. */
export const LIST = 'a-confirmer.yaml';

const FORM = 'il faut un fichier et un champ, comme offers/offers/site-vitrine/price, ou images/portrait.svg';
const FINGERPRINT = /^[\da-f]{12}$/;

/** Lists the values of a-confirmer.yaml that nobody has changed, and its lines that are wrong. */
export function waitingValues(
  list: YamlFile,
  files: Files,
  folder: string,
): { waiting: Waiting[]; faults: Omit<Fault, 'file'>[] } {
  const faults: Omit<Fault, 'file'>[] = [];
  const waiting = Object.entries(list.value ?? {}).flatMap(([key, shipped]) => {
    const fault = lineFault(key, shipped);
    if (fault) faults.push({ ...list.keyPlaceOf([key]), text: fault });
    if (fault || typeof shipped !== 'string') return [];
    return key.startsWith('images/') ? pictures(key, shipped, files, folder) : values(key, shipped, files);
  });
  return { waiting, faults };
}

function lineFault(key: string, shipped: Typed): string | undefined {
  const [file = '', ...rest] = key.split('/');
  const names = [...Object.keys(schemas), 'images'];
  if (rest.length === 0 || rest.includes('')) return `${quoted(key)} n’est pas un chemin ; ${FORM}`;
  if (!names.includes(file)) return `le fichier « ${file} » n’existe pas ; ${suggestion(file, names)}`;
  if (typeof shipped !== 'string')
    return `${quoted(key)} n’a pas un texte pour valeur ; il faut la valeur de l’exemple, sur la même ligne`;
  if (file === 'images' && !FINGERPRINT.test(shipped))
    return `${quoted(key)} vaut ${quoted(shipped)} ; il faut les 12 premiers chiffres de son empreinte SHA-256`;
  return undefined;
}

function values(key: string, shipped: string, files: Files): Waiting[] {
  const file = key.split('/', 1)[0] as FileName;
  const path = pathOf(files[file].value, key.slice(file.length + 1));
  const value = path && valueAt(files[file].value, path);
  return path && typeof value === 'string' && bare(value) === bare(shipped) ? [{ file, path }] : [];
}

/** Finds the fields that show this picture, if its bytes are still the shipped ones. */
function pictures(key: string, fingerprint: string, files: Files, folder: string): Waiting[] {
  const path = join(folder, key);
  if (
    !filesIn(dirname(path)).includes(basename(path)) ||
    hash('sha256', readFileSync(path)).slice(0, 12) !== fingerprint
  )
    return [];
  const found: Waiting[] = [];
  for (const [file, { value }] of Object.entries(files) as [FileName, YamlFile][])
    walk(value ?? {}, [], (text, path) => {
      if (typeof text === 'string' && text.replace(/^\//, '') === key) found.push({ file, path });
    });
  return found;
}

/** Finds a field by its keys. An item of a list is found by any of its names or by its number, as a name may hold a slash. */
export function pathOf(value: Typed | undefined, rest: string): Path | undefined {
  if (typeof value !== 'object') return undefined;
  const steps: [string | number, string[]][] = Array.isArray(value)
    ? value.map((item, index) => [index, [...namesOf(item), `${index + 1}`]])
    : Object.keys(value).map((key) => [key, [key]]);
  for (const [key, names] of steps)
    for (const name of names) {
      if (bare(name) === bare(rest)) return [key];
      const tail = rest.slice(name.length + 1);
      if (rest[name.length] !== '/' || bare(name) !== bare(rest.slice(0, name.length))) continue;
      const further = pathOf(valueAt(value, [key]), tail);
      if (further) return [key, ...further];
    }
  return undefined;
}
