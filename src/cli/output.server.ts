import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../failure.server.ts';
import { failures } from '../failure-words.ts';
import { confirmation } from './words.ts';

/** The streams and the environment of a command line. */
export interface Terminal {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Command of the operator's editor. */
  editor: string | undefined;
  /** Folder at which relative file names begin. */
  callerDir: string;
}

/** Writes results to stdout and everything else to stderr; reads stdin. */
export class Output {
  readonly #terminal: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>;

  constructor(terminal: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>) {
    this.#terminal = terminal;
  }

  /** Width of a line of results in cells; Infinity if the output is not a terminal. */
  get width(): number {
    const { isTTY, columns } = this.#terminal.stdout;
    // A terminal without a size (serial console, `ssh -tt`) reports 0.
    return isTTY ? columns || 80 : Number.POSITIVE_INFINITY;
  }

  result(...lines: string[]): void {
    this.raw(lines.map((line) => `${line}\n`).join(''));
  }

  /** Writes a part of the result unchanged. */
  raw(text: string): void {
    this.#terminal.stdout.write(text);
  }

  /** Writes a file as the result. @throws CommandError `refused` on a terminal, which would show it as signs */
  async bytes(content: Readable): Promise<void> {
    if (this.#terminal.stdout.isTTY) throw new CommandError('refused', failures.notOnTerminal);
    await pipeline(content, this.#terminal.stdout, { end: false });
  }

  /** Writes a note for people: outcome, next step. */
  note(text: string): void {
    this.#terminal.stderr.write(`${text}\n`);
  }

  /** Reads stdin to its end. */
  input(): Promise<Uint8Array> {
    return buffer(this.#terminal.stdin);
  }

  /**
   * Asks for confirmation. Only an explicit yes on a terminal, or `--force`, continues.
   * @throws CommandError `refused`
   */
  async confirm(question: string, force: boolean | undefined): Promise<void> {
    if (force) return;
    const { stdin, stderr } = this.#terminal;
    let answer: string | undefined;
    if (stdin.isTTY) {
      stderr.write(`${question} ${confirmation.choices} `);
      // Closed in any case: the process would otherwise keep listening to the terminal.
      using lines = createInterface({ input: stdin });
      for await (answer of lines) break;
    }
    if (!confirmation.yes.includes(answer?.trim().toLowerCase() ?? ''))
      throw new CommandError('refused', confirmation.notDone);
  }
}
