import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Output, type Terminal } from './output.server.ts';

/** Makes an output on a terminal of this width, with a typed line as its input; undefined: no terminal, no input. */
function outputOn(columns: number | undefined, typed?: string) {
  let written = '';
  const write = (text: string) => (written += text);
  const stdin = Object.assign(new PassThrough().end(typed), { isTTY: typed !== undefined });
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns, write });
  const output = new Output({ stdin, stdout: screen, stderr: screen } as unknown as Terminal);
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

const asking = (typed: string | undefined, force?: true) =>
  outputOn(80, typed).output.confirm('Effacer ?', force);

it.each(['oui', 'Oui', ' o ', 'O'])('goes on after %j', (answer) =>
  expect(asking(`${answer}\n`)).resolves.toBeUndefined(),
);

it.each(['', '\n', 'non\n', 'n\n', 'ouais\n', 'y\n', 'oui mais\n'])('changes nothing after %j', (typed) =>
  expect(asking(typed)).rejects.toMatchObject({ exitCode: 4 }),
);

it('wants --force where nobody can answer', async () => {
  await expect(asking(undefined)).rejects.toThrow('--force');
  await expect(asking(undefined, true)).resolves.toBeUndefined();
});

it('stops listening to the terminal after an answer, so that the process can end', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const terminal = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
  stdin.write('oui\n');
  await new Output(terminal as unknown as Terminal).confirm('Effacer ?', undefined);
  expect(stdin.isPaused()).toBe(true);
});
