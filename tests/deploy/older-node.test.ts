import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

/** The Node of the machine, which npm finds before anything is installed; 20 is the oldest that will do. */
const own = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find(existsSync);

const modules = readdirSync(join(ROOT, 'scripts/setup')).filter((name) => name.endsWith('.mjs'));

it.each(modules)(
  'the machine’s own Node can read scripts/setup/%s, before the pinned one is there',
  (name) => {
    const url = pathToFileURL(join(ROOT, 'scripts/setup', name)).href;
    const code = `await import(${JSON.stringify(url)}); process.stdout.write('read')`;
    const words = ['--input-type=module', '--eval', code];
    expect(execFileSync(own ?? process.execPath, words, { encoding: 'utf8' })).toBe('read');
  },
);
