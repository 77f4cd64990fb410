import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { typeset } from '../../scripts/studio/typography.ts';

/** Returns every text of a file; functions get `x` as argument. */
function textsIn(path: string): string[] {
  const texts: string[] = [];
  if (path.endsWith('release')) {
    const quotes = readFileSync(path, 'utf8')
      .replaceAll(/^ *#.*/gm, '')
      .matchAll(/'([^'\n]*)'|"([^"\n]*)"/g);
    return [...quotes].map(([, single, double]) => `${basename(path)}.ts|${single ?? double}`);
  }
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateLiteral({ quasis }) {
      texts.push(quasis.map(({ value }) => value.cooked).join('x'));
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program);
  return texts.map((text) => `${basename(path)}|${text}`);
}

const src = join(import.meta.dirname, '..');

const studioFiles = ['../scripts/studio/{site,prices}.ts', '../scripts/studio/legal/*.ts'];
const operatorFiles = [
  'deploy/release',
  'scripts/*.{ts,mjs}',
  'scripts/setup/*.mjs',
  'scripts/studio/own-folder.ts',
];
const files = [
  ...['words/*.ts', '**/words.ts', '**/*.server.ts', 'start-*.ts', ...studioFiles],
  ...operatorFiles.map((path) => `../${path}`),
];

/** All texts but those of the specification, which keep its typography, and those of the studio, which the build sets. */
const texts = globSync(files, { cwd: src })
  .map((path) => join(src, path))
  .filter((path) => !/\.test\.ts$|specified|text-faults/.test(path))
  .flatMap(textsIn)
  // Files of the server also hold keys and formats, which are no words.
  .filter((text) => !/^[\w-]+(\.server)?\.m?[tj]s\|/.test(text) || /\P{ASCII}/u.test(text));

test('there are texts to check', () => expect(texts.length).toBeGreaterThan(300));

test('every text is set as the build sets those of the studio', () => {
  // Commands, URL codes and styles are no sentences.
  const sentences = texts.filter((text) => !/psql -c|VISUAL=|%23|<!doctype/.test(text));
  expect(sentences.filter((text) => typeset(text) !== text)).toEqual([]);
});

test.each([
  ['a capital without its accent', /\b(A (?:partir|propos)|Etat|Editeur|Ecoute|Ecran|Ecrit|Ecriv|Eteign)/],
  // The specification itself uses these labels.
  ['“nous” for a studio of one person', /\|(?!Nos services$|Voir nos services$).*\b(?:nous|notre|nos)\b/i],
])('no text holds %s', (_fault, pattern) => {
  expect(texts.filter((text) => pattern.test(text))).toEqual([]);
});
