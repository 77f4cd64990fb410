import { PassThrough, Writable } from 'node:stream';
import type { Terminal } from '../../src/cli/output.server.ts';
import { runCommandLine } from '../../src/cli/run.server.ts';
import type { CommandResult } from '../support/site.ts';

/** Runs one operator command in this process, its input and outputs pipes (or a terminal) and its environment `env` alone. */
export async function runHere(
  words: string[],
  env: Record<string, string>,
  input: string | Buffer = '',
  isTTY = false,
): Promise<CommandResult> {
  const [stdout, stderr] = [collector(), collector()];
  const own = process.env;
  process.env = { ...env };
  try {
    const code = await runCommandLine(words, {
      stdin: Object.assign(new PassThrough().end(input), { isTTY }),
      stdout: stdout.stream,
      stderr: Object.assign(stderr.stream, { isTTY }),
      editor: env['VISUAL'] || env['EDITOR'],
      callerDir: env['INIT_CWD'] ?? process.cwd(),
    } as unknown as Terminal);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.env = own;
  }
}

function collector() {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(parts).toString() };
}
