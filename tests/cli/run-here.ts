import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Terminal } from '../../src/cli/output.server.ts';
import { runCommandLine } from '../../src/cli/program.server.ts';
import type { CommandResult } from '../support/launched.ts';

const own = process.env;

/** Runs one operator command in this process, with pipes as its input and outputs and `env` alone as its environment. `COLUMNS` makes the output a terminal. */
export async function runHere(
  words: string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  const stdin = new PassThrough().end(input);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  if (env['COLUMNS']) Object.assign(stdout, { isTTY: true, columns: Number(env['COLUMNS']) });
  const written = [text(stdout), text(stderr)];
  const [editor, callerDir] = [env['EDITOR'], env['INIT_CWD'] ?? process.cwd()];
  process.env = { ...env };
  try {
    const terminal = { stdin, stdout, stderr, editor, callerDir } as unknown as Terminal;
    const code = await runCommandLine(words, terminal);
    stdout.end();
    stderr.end();
    return { code, stdout: (await written[0]) ?? '', stderr: (await written[1]) ?? '' };
  } finally {
    process.env = own;
  }
}
