import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { confirmation, failures } from '../content/cli.ts';
import { CommandError } from './failure.server.ts';
import { wrapToWidth } from './text.ts';

/** What a command line runs in; the start hands it in. */
export interface Terminal {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Command of the operator's editor. */
  editor: string | undefined;
  /** Folder that relative file names are taken from. */
  callerDir: string;
}

/** How a text is painted. */
export type Style = 'bold' | 'red' | 'green' | 'yellow';

/** Where a command writes: results on stdout, all the rest on stderr; and what it is given on stdin. */
export class Output {
  readonly #terminal: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>;

  constructor(terminal: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>) {
    this.#terminal = terminal;
  }

  /** Cells of a line of results; Infinity when the output is not a terminal. */
  get width(): number {
    const { stdout } = this.#terminal;
    return stdout.isTTY ? terminalWidth(stdout) : Number.POSITIVE_INFINITY;
  }

  /** Colours a text, on a terminal only, and without NO_COLOR (no-color.org). */
  paint(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#terminal.stdout });
  }

  /** Writes lines of result. */
  result(...lines: string[]): Promise<void> {
    return this.raw(lines.map((line) => `${line}\n`).join(''));
  }

  /** Writes a piece of result as it stands, and waits until it is written. @throws CommandError when it cannot be */
  async raw(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#terminal.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    await promise.catch(() => {
      throw new CommandError('failure', failures.resultNotWritten);
    });
  }

  /** Writes a text for people: progress, what was done, what to do next. Fitted to the terminal. */
  note(text: string): void {
    const { stderr } = this.#terminal;
    const lines = stderr.isTTY ? fitted(text, terminalWidth(stderr)) : [text];
    stderr.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** Reads all that comes on stdin, to its end. */
  input(): Promise<Uint8Array> {
    return buffer(this.#terminal.stdin);
  }

  /**
   * Goes on only after an explicit yes on a terminal, or with `--force`. No is the answer to everything else.
   * @throws CommandError `refused`
   */
  async confirm(question: string, force: boolean | undefined): Promise<void> {
    if (force) return;
    const { stdin, stderr } = this.#terminal;
    let answer: string | undefined;
    if (stdin.isTTY) {
      stderr.write(`${question} ${confirmation.choices} `);
      // Closed whatever comes, as the process would go on listening to the terminal.
      using lines = createInterface({ input: stdin });
      for await (answer of lines) break;
      // The line of a question that got no answer is still open.
      if (answer === undefined) stderr.write('\n');
    }
    if (!confirmation.yes.includes(answer?.trim().toLowerCase() ?? ''))
      throw new CommandError('refused', confirmation.notDone);
  }
}

/**
 * Gives the cells of a terminal's line; one without a size (serial console, `ssh -tt`) says 0, and what is no terminal nothing.
 */
export function terminalWidth({ columns }: NodeJS.WriteStream): number {
  return columns || 80;
}

/** Gives the lines of a note; an indented one stays whole: a command that was broken would run in parts. */
function fitted(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('  ') ? line : wrapToWidth(line, width)));
}
