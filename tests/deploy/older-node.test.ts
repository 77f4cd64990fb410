import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { it } from 'vitest';
import { ROOT } from '../support/root.ts';

/** The Node of the machine, which npm finds before anything is installed; 20 is the oldest that will do. */
const own = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find(existsSync);

const modules = readdirSync(join(ROOT, 'scripts/setup')).map((name) => join(ROOT, 'scripts/setup', name));

it('the machine’s own Node can read scripts/setup before the pinned one is there', () => {
  const code = `for (const file of ${JSON.stringify(modules)}) await import(file)`;
  execFileSync(own ?? process.execPath, ['--input-type=module', '--eval', code]);
});
