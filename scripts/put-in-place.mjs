import { cpSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';

const MONTH_MS = 30 * 86_400_000;

/**
 * Moves a finished build to where the site reads it. Files of the previous build, and of a month before it, stay, because open
 * pages and running processes still need them.
 * @param {string} finished folder of the new build
 * @param {string} place folder that the site reads
 */
export function putInPlace(finished, place) {
  const former = `${place}.former`;
  rmSync(former, { recursive: true, force: true });
  if (existsSync(place)) {
    const oldest = statSync(place).mtimeMs - MONTH_MS;
    cpSync(`${place}/client/assets`, `${finished}/client/assets`, {
      recursive: true,
      force: false,
      preserveTimestamps: true,
      filter: (path) => statSync(path).isDirectory() || statSync(path).mtimeMs > oldest,
    });
    renameSync(place, former);
  }
  renameSync(finished, place);
  rmSync(former, { recursive: true, force: true });
}
