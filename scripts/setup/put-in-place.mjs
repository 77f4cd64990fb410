import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts a finished build where the site reads it. Pages of the previous build are still open in browsers, or served by a
 * running process: its files stay until the next build.
 * @param {string} finished folder of the new build
 * @param {string} place folder that the site reads
 */
export function putInPlace(finished, place) {
  const former = `${place}.former`;
  rmSync(former, { recursive: true, force: true });
  if (existsSync(place)) {
    for (const file of filesForBrowsers(place))
      cpSync(join(place, file), join(finished, file), { force: false, preserveTimestamps: true });
    renameSync(place, former);
  }
  renameSync(finished, place);
  rmSync(former, { recursive: true, force: true });
}

/**
 * Lists the files that the pages of a build ask for, and their compressed copies, but not those kept from the build before.
 * @param {string} place
 */
function filesForBrowsers(place) {
  const manifest = join(place, 'client/.vite/manifest.json');
  if (!existsSync(manifest)) return [];
  /** @type {{ file: string, css?: string[], assets?: string[] }[]} */
  const chunks = Object.values(JSON.parse(readFileSync(manifest, 'utf8')));
  const named = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  return [...named]
    .flatMap((file) => ['', '.br', '.gz'].map((ending) => `client/${file}${ending}`))
    .filter((file) => existsSync(join(place, file)));
}
