import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { confirm, createOutput, type Terminal } from './output.server.ts';

/** A terminal that says it has so many columns. */
function outputOn(columns: number | undefined) {
  let written = '';
  const write = (text: string) => (written += text);
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns, write });
  const output = createOutput({ stdin: stream, stdout: stream, stderr: stream } as unknown as Terminal);
  return { output, written: () => written };
}

it.each([0, undefined])(
  'takes a terminal that says %s (serial console, ssh -tt) for 80 columns',
  (columns) => {
    const { output, written } = outputOn(columns);
    expect(output.width).toBe(80);
    output.note('Sauvegarde faite et contrôlée.');
    expect(written()).toBe('Sauvegarde faite et contrôlée.\n');
  },
);

it('keeps a command of a note on one line, to be copied from a narrow terminal', () => {
  const { output, written } = outputOn(20);
  const command = '  pg_dump --format=custom --file=/var/backups/copie.dump && echo done';
  output.note(`Utilisez son propre outil.\n\n${command}\n`);
  expect(written().split('\n')).toEqual(['Utilisez son propre', 'outil.', '', command, '', '']);
});

/** Asks an operator who answers so; undefined: nobody is there. */
const asking = (answer: string | undefined, force?: true) =>
  confirm({ interactive: answer !== undefined, ask: async () => answer ?? '' }, 'Effacer ?', force);

it.each(['oui', 'Oui', ' o ', 'O'])('goes on after %j', (answer) =>
  expect(asking(answer)).resolves.toBeUndefined(),
);

it.each(['', 'non', 'n', 'ouais', 'y', 'oui mais'])('changes nothing after %j', (answer) =>
  expect(asking(answer)).rejects.toMatchObject({ exitCode: 4 }),
);

it('wants --force where nobody can answer', async () => {
  await expect(asking(undefined)).rejects.toThrow('--force');
  await expect(asking(undefined, true)).resolves.toBeUndefined();
});
