import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Checkout, checkOutInstalled } from './checkout.ts';

const identity = 'src/content/identity.ts';
const studioName = "studioName: example('Atelier Ligne de Crête'),";

let checkout: Checkout;
beforeAll(async () => {
  checkout = await checkOutInstalled();
});
afterAll(() => checkout?.remove());

it.each([
  ['a straight apostrophe', identity, studioName, "studioName: 'L'Atelier Durand',", 0],
  ['a forgotten comma', identity, studioName, "studioName: 'Studio Durand'", 2],
  ['a text without apostrophes', identity, studioName, 'studioName: Durand,', 0],
  ['a number with a space', 'src/content/offers.ts', 'essentialSite: 750', 'essentialSite: 1 200', 0],
  ['a text of a page', 'src/content/home.ts', 'seeServices: ', "seeServices: 'L'offre", 0],
])('%s is named with its file and line, without a stack', async (_what, file, right, typed, linesLater) => {
  const { dir } = checkout;
  const text = await readFile(join(dir, file), 'utf8');
  onTestFinished(() => writeFile(join(dir, file), text));
  expect(text).toContain(right);
  await writeFile(join(dir, file), text.replace(right, typed));
  const line = text.slice(0, text.indexOf(right)).split('\n').length + linesLater;
  const stderrOf = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: dir, encoding: 'utf8' });
    expect(status, stderr).toBe(1);
    return stderr;
  };
  const said = [stderrOf('scripts/check-content.mjs'), stderrOf('scripts/build-site.mjs')];
  // Commands do not read prices, nor the texts of the pages.
  if (file === identity) said.push(stderrOf('scripts/vitrine.mjs', 'doctor'));
  for (const stderr of said) {
    expect(stderr.trim()).toMatch(new RegExp(`^✗ ${file}, ligne ${line} [^\n]*$`));
    expect(stderr).toContain('une apostrophe dans un texte s’écrit ’');
  }
});
