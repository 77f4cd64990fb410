import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts a finished build where the site reads it. Pages of the build before are still open in browsers, or served by a process
 * that runs: their files stay, until the build after this one.
 * @param {string} finished folder of the new build
 * @param {string} place folder that the site reads
 */
export function putInPlace(finished, place) {
  const former = `${place}.former`;
  rmSync(former, { recursive: true, force: true });
  if (existsSync(place)) {
    for (const file of filesForBrowsers(place)) keep(join('client', file), place, finished);
    renameSync(place, former);
  }
  renameSync(finished, place);
  rmSync(former, { recursive: true, force: true });
}

/**
 * The files that a build's own pages ask for, with those that hold them compressed; not what it had kept itself.
 * @param {string} place
 */
function filesForBrowsers(place) {
  const manifest = join(place, 'client', '.vite', 'manifest.json');
  if (!existsSync(manifest)) return [];
  /** @type {{ file: string, css?: string[], assets?: string[] }[]} */
  const chunks = Object.values(JSON.parse(readFileSync(manifest, 'utf8')));
  const named = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  return [...named].flatMap((file) => [file, `${file}.br`, `${file}.gz`]);
}

/** @param {string} file @param {string} from @param {string} to */
function keep(file, from, to) {
  if (!existsSync(join(from, file))) return;
  cpSync(join(from, file), join(to, file), { force: false, preserveTimestamps: true });
}
