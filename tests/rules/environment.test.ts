import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.server.ts';
import { ROOT } from '../support/root.ts';
import { configuredVariables, inlineCodeIn } from './documents.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const variables = configuredVariables();

it('finds the variables of the configuration', () => {
  expect(variables.length).toBeGreaterThan(10);
  expect(variables).toContain('DATA_DIR');
});

it('.env.example holds every variable, no other, and is right as it stands', () => {
  const example = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  expect(example.map(([, name]) => name).sort()).toEqual([...variables].sort());
  const asItStands = Object.fromEntries(example.map(([, name, value]) => [name, value]));
  expect(readConfig(asItStands)).toEqual(readConfig({}));
});

it('README.md explains every variable', () => {
  const named = inlineCodeIn(read('README.md')).map((code) => code.split('=')[0]);
  expect(variables.filter((name) => !named.includes(name))).toEqual([]);
});

it('no message of the program names a variable that is not there', () => {
  const files = globSync('src/content/{cli*,operator,export}.ts', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(8);
  const words = files
    .filter((name) => !name.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  // The codes of the system and of TLS stand in patterns between slashes.
  const named = [...words.replace(/^\s*\[?\/[^/\n]+\/,/gm, '').matchAll(/\b([A-Z]+_[A-Z_]+)\b/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !variables.includes(name ?? ''))).toEqual([]);
});
