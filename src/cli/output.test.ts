import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutput, type Terminal } from './output.server.ts';

/** A terminal that says it has so many columns. */
function outputOn(columns: number | undefined) {
  let written = '';
  const write = (text: string) => (written += text);
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns, write });
  const terminal = { stdin: stream, stdout: stream, stderr: stream, noColor: true };
  const output = createOutput(terminal as unknown as Terminal);
  return { output, written: () => written };
}

describe('a terminal without a size (serial console, ssh -tt)', () => {
  it.each([0, undefined])('counts as one of 80 columns when it says %s', (columns) => {
    const { output, written } = outputOn(columns);
    expect(output.width).toBe(80);
    output.note('Sauvegarde faite et contrôlée.');
    expect(written()).toBe('Sauvegarde faite et contrôlée.\n');
  });
});

it('keeps a command of a note on one line, to be copied from a narrow terminal', () => {
  const { output, written } = outputOn(20);
  const command = '  pg_dump --format=custom --file=/var/backups/copie.dump && echo done';
  output.note(`Utilisez son propre outil.\n\n${command}\n`);
  expect(written().split('\n')).toEqual(['Utilisez son propre', 'outil.', '', command, '', '']);
});
