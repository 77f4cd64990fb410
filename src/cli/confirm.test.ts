import { expect, it } from 'vitest';
import { confirm } from './confirm.ts';
import type { Output } from './output.server.ts';

/** An operator who answers so; undefined: nobody is there. */
function operator(answer: string | undefined): Output {
  return {
    width: 80,
    interactive: answer !== undefined,
    paint: (_style, text) => text,
    result: async () => {},
    raw: async () => {},
    json: async () => {},
    note: () => {},
    ask: async () => answer ?? '',
    input: async () => Buffer.alloc(0),
  };
}

it.each(['oui', 'Oui', ' o ', 'O'])('goes on after %j', async (answer) => {
  await expect(confirm(operator(answer), 'Effacer ?', undefined)).resolves.toBeUndefined();
});

it.each(['', 'non', 'n', 'ouais', 'y', 'oui mais'])('changes nothing after %j', async (answer) => {
  await expect(confirm(operator(answer), 'Effacer ?', undefined)).rejects.toMatchObject({ exitCode: 4 });
});

it('wants --force where nobody can answer', async () => {
  await expect(confirm(operator(undefined), 'Effacer ?', undefined)).rejects.toThrow('--force');
  await expect(confirm(operator(undefined), 'Effacer ?', true)).resolves.toBeUndefined();
});
