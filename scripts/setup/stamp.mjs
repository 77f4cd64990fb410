import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './steps.mjs';

/**
 * Digests files and folders (paths below the root; names and contents count, dates do not).
 * @param {string[]} paths
 * @param {(path: string) => boolean} [counts] false for a file that is left out
 * @returns {string}
 */
export function digest(paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesBelow).filter(counts).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full).flatMap((name) => filesBelow(`${path}/${name}`));
}

/**
 * Tells whether the file `stamp` holds this digest: nothing has changed since {@link writeStamp}.
 * @param {string} stamp @param {string} value
 */
export function isStamped(stamp, value) {
  const full = join(root, stamp);
  return existsSync(full) && readFileSync(full, 'utf8') === value;
}

/** Writes a digest for {@link isStamped}. @param {string} stamp @param {string} value */
export function writeStamp(stamp, value) {
  mkdirSync(dirname(join(root, stamp)), { recursive: true });
  writeFileSync(join(root, stamp), value);
}
