import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { numbered, typed } from './signs.ts';

/** Matches what nobody would see in a table, or take for something else. */
const UNSEEN = /\p{C}|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|[\u0300-\u036f\u2800]|^ | $/gu;

/** Writes a text as a table does, in one line. */
function shown(text: string): string {
  return text
    .replaceAll('\n', '⏎')
    .replaceAll('\t', '⇥')
    .replace(/([^<>]{1,3}?)\1{19,}/gsu, (run, part) => `<${run.length / part.length}×${part}>`)
    .replace(UNSEEN, numbered);
}

/**
 * Compares a table beside the test with the outcome of each of its cases. A line is `case → outcome`, or begins with `#` and
 * explains those below it. To add a case, write it without outcome and run `vitest -u`, which writes all outcomes again.
 */
export async function expectApproved(
  name: string,
  outcomeOf: (given: string) => string | Promise<string>,
): Promise<void> {
  const file = join(dirname(expect.getState().testPath ?? ''), name);
  const now: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [given = ''] = line.split(' → ');
    const isCase = given !== '' && !given.startsWith('#');
    now.push(isCase ? `${given} → ${shown(await outcomeOf(typed(given)))}` : line);
  }
  await expect(now.join('\n')).toMatchFileSnapshot(file);
}
