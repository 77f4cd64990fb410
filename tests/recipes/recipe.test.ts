import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { follow, readRecipe } from './recipe.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-recipe-'));
  writeFileSync(join(root, 'a.ts'), 'one\ntwo\nthree\ntwo\nfour\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const markdown = [
  '# Title',
  '1. `a.ts`, because:',
  '',
  '```diff',
  ' three',
  '-two',
  '+2',
  '@@',
  ' one',
  '+and a half',
  '```',
  '',
  '**b/c.ts**',
  '',
  '```ts',
  'new',
  '```',
  '',
  '```sh',
  'npx tsc',
  '```',
].join('\n');

it('reads and follows what a recipe says', () => {
  const { steps, checks } = readRecipe(markdown);
  for (const step of steps) follow(root, step);
  expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe('one\nand a half\ntwo\nthree\n2\nfour\n');
  expect(readFileSync(join(root, 'b/c.ts'), 'utf8')).toBe('new\n');
  expect(checks).toEqual(['npx tsc']);
});

it.each([
  ['lines that are gone', '-five\n+5\n'],
  ['lines that are there twice', '-two\n+2\n'],
])('notices %s', (_case, text) => {
  expect(() => follow(root, { path: 'a.ts', kind: 'change', text })).toThrow('exactly once');
});

it('notices a file that is there already, and a block without a file', () => {
  expect(() => follow(root, { path: 'a.ts', kind: 'make', text: '' })).toThrow('exists already');
  expect(() => readRecipe('Some words\n\n```ts\nnew\n```')).toThrow('does not say its file');
});
