import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Output, type Terminal } from './output.server.ts';

/** Makes an output on a terminal of this width, with a typed line as its input; undefined means neither. */
function outputOn(columns: number | undefined, typed?: string) {
  const stdin = Object.assign(new PassThrough().end(typed), { isTTY: typed !== undefined });
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns });
  return new Output({ stdin, stdout: screen, stderr: screen } as unknown as Terminal);
}

it.each([0, undefined])('takes a terminal that says %s (serial console, ssh -tt) for 80 columns', (columns) =>
  expect(outputOn(columns).width).toBe(80),
);

const asking = (typed: string | undefined, force?: true) => outputOn(80, typed).confirm('Effacer ?', force);

it.each(['oui', 'Oui', ' o ', 'O'])('goes on after %j', (answer) =>
  expect(asking(`${answer}\n`)).resolves.toBeUndefined(),
);

it.each(['', '\n', 'non\n', 'n\n', 'ouais\n', 'y\n', 'oui mais\n'])('changes nothing after %j', (typed) =>
  expect(asking(typed)).rejects.toMatchObject({ exitCode: 4 }),
);

it('asks for --force if nobody can answer', async () => {
  await expect(asking(undefined)).rejects.toThrow('--force');
  await expect(asking(undefined, true)).resolves.toBeUndefined();
});

it('stops listening to the terminal after an answer', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const terminal = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
  stdin.write('oui\n');
  await new Output(terminal as unknown as Terminal).confirm('Effacer ?', undefined);
  expect(stdin.isPaused()).toBe(true);
});
