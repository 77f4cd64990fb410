import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { sourceFiles } from './source-files.ts';

const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
const source = [
  ...sourceFiles().map(({ text }) => text),
  readFileSync(join(ROOT, 'src/graphql/schema.graphql'), 'utf8'),
].join('\n');

it('every name of the glossary is in the code', () => {
  const names = [...glossary.matchAll(/`([A-Za-z][\w]*)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
});
