import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Checkout, checkOutInstalled } from './checkout.ts';

let checkout: Checkout;
beforeAll(async () => {
  checkout = await checkOutInstalled([]);
});
afterAll(() => checkout?.remove());

const read = (file: string) => readFileSync(join(checkout.dir, file), 'utf8');

/** Runs a command with this in the place of that, and gives what it says of it. */
function run(command: string, file: string, right: string, wrong: string): string {
  const text = read(file);
  expect(text).toContain(right);
  writeFileSync(join(checkout.dir, file), text.replace(right, wrong));
  const options = { cwd: checkout.dir, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, command.split(' '), options);
  writeFileSync(join(checkout.dir, file), text);
  expect(status, stderr).toBe(1);
  return stderr.trim();
}

const IDENTITY = 'src/content/identity.ts';
const STUDIO = "studioName: example('Atelier Ligne de Crête'),";
const CHECK = 'scripts/check-content.mjs';

it.each([
  [IDENTITY, STUDIO, "studioName: 'L'Atelier Durand',", 0, 'scripts/build-site.mjs'],
  [IDENTITY, STUDIO, "studioName: 'L'Atelier Durand',", 0, 'scripts/vitrine.mjs doctor'],
  [IDENTITY, STUDIO, "studioName: 'Studio Durand'", 2, CHECK],
  [IDENTITY, STUDIO, 'studioName: Durand,', 0, CHECK],
  ['src/content/home.ts', 'seeServices: ', "seeServices: 'L'offre", 0, CHECK],
])('a slip in %s is named with its line, without a stack: %s → %s', (file, right, wrong, later, command) => {
  const line = read(file).split(right)[0]?.split('\n').length ?? 0;
  const said = run(command, file, right, wrong);
  expect(said).toMatch(new RegExp(`^✗ ${file}, ligne ${line + later} [^\n]*$`));
  expect(said).toContain('une apostrophe dans un texte s’écrit ’');
});

it('a value that cannot be right is named with its field and its fix', () => {
  const said = run(CHECK, IDENTITY, "example('04 65 71 00 00')", "'04 65'");
  expect(said).toMatch(
    /^✗ src\/content\/identity\.ts, phone\u00a0: .*; il faut un numéro de téléphone[^\n]*$/,
  );
});
