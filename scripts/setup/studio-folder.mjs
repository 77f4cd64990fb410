import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from './steps.mjs';

/**
 * Returns the studio's folder, relative to the root if it lies within: `STUDIO_DIR`, else `studio`, else `example`. It uses no
 * package, because `npm start` calls it before any is installed.
 */
export function studioFolder() {
  const env = join(root, '.env');
  const chosen =
    process.env['STUDIO_DIR'] ?? (existsSync(env) ? parseEnv(readFileSync(env, 'utf8'))['STUDIO_DIR'] : '');
  if (chosen) return chosen.replace(/\/+$/, '');
  return existsSync(join(root, 'studio')) ? 'studio' : 'example';
}

/**
 * Returns the real path, because Node copies nothing into a linked folder. @param {string} folder as from {@link studioFolder}
 */
export function studioPath(folder) {
  const path = isAbsolute(folder) ? folder : join(root, folder);
  return existsSync(path) ? realpathSync(path) : path;
}
