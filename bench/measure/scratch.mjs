import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a file that lasts as long as this process. @param {string} name @param {string} text @returns {string} its path */
export function scratchFile(name, text) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
