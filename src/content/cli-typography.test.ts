import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The literals of the commands’ words, functions included, without what is filled in. */
const texts = globSync(join(import.meta.dirname, '{cli*,counted,operator}.ts'))
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([^'\n]*)'|`([^`]*)`/g)])
  .map(([, plain, template]) => plain ?? (template ?? '').replace(/\$\{[^}]*\}/g, 'x'));

test('there are texts to check', () => expect(texts.length).toBeGreaterThan(250));

test.each([
  ['a breaking space before a high sign', / [;:!?€»%]/],
  ['a breaking space after an opening quote', /« /],
  ['a high sign without its space', /\p{L}[;!?]/u],
  ['a straight apostrophe', /\p{L}'\p{L}/u],
  ['three dots', /\.\.\./],
  ['a capital without its accent', /\b(A (?:partir|propos)|Etat|Ecrit|Ecriv|Eteign)/],
])('no text holds %s', (_fault, pattern) => {
  expect(texts.filter((text) => pattern.test(text))).toEqual([]);
});
