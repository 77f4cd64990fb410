import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';

/**
 * Creates a function that asks a question. It returns undefined after Ctrl-C, Ctrl-D, the end of the input or a closed window.
 */
export function createAsker() {
  const terminal = createInterface({ input: stdin, output: stdout });
  const ended = new Promise<undefined>((resolve) => {
    const end = () => resolve(undefined);
    terminal.on('close', end).on('error', end);
    process.once('SIGHUP', end);
    stdout.on('error', end);
  });
  return {
    ask: (question: string) => Promise.race([terminal.question(question).catch(() => undefined), ended]),
    close: () => terminal.close(),
  };
}
