import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { confirmation, failures, readingInput } from '../content/cli.ts';
import { CommandError } from './command-error.ts';
import { safeJson, wrapToWidth } from './text.ts';

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
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Where a command writes: results on stdout, all the rest on stderr; and what it is given on stdin. */
export interface Output {
  /** Cells of a line; Infinity when the output is not a terminal. */
  readonly width: number;
  /** Whether somebody is there to answer a question. */
  readonly interactive: boolean;
  /** Colours a text, on a terminal only, and without NO_COLOR (no-color.org). */
  paint(style: Style, text: string): string;
  /** Lines of result. Waits until they are written; throws when they cannot be. */
  result(...lines: string[]): Promise<void>;
  /** A piece of result as it stands, without a line feed. */
  raw(text: string): Promise<void>;
  json(value: unknown): Promise<void>;
  /** A text for people: progress, what was done, what to do next. Fitted to the terminal. */
  note(text: string, style?: Style): void;
  /** Asks and gives the answer, '' when there is none. */
  ask(question: string): Promise<string>;
  /** All that comes on stdin, to its end. */
  input(): Promise<Uint8Array>;
}

/** Makes the output of a real terminal, file or pipe. */
export function createOutput({ stdin, stdout, stderr }: Terminal): Output {
  const raw = (text: string) =>
    new Promise<void>((resolve, reject) => {
      stdout.write(text, (error) =>
        error ? reject(new CommandError('failure', failures.resultNotWritten)) : resolve(),
      );
    });
  return {
    width: stdout.isTTY ? terminalWidth(stdout) : Number.POSITIVE_INFINITY,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    paint: (style, text) => styleText(style, text, { stream: stdout }),
    raw,
    result: (...lines) => raw(lines.map((line) => `${line}\n`).join('')),
    json: (value) => raw(`${safeJson(value)}\n`),
    note(text, style) {
      const lines = stderr.isTTY ? fitted(text, terminalWidth(stderr)) : [text];
      for (const line of lines)
        stderr.write(`${style ? styleText(style, line, { stream: stderr }) : line}\n`);
    },
    ask: (question) => ask(stdin, stderr, question),
    input() {
      if (stdin.isTTY) this.note(readingInput);
      return buffer(stdin);
    },
  };
}

/**
 * Gives the cells of a terminal's line; one without a size (serial console, `ssh -tt`) says 0, and what is no terminal nothing.
 */
export function terminalWidth({ columns }: NodeJS.WriteStream): number {
  return columns || 80;
}

/** The lines of a note; an indented one stays whole: a command that was broken would run in parts. */
function fitted(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('  ') ? line : wrapToWidth(line, width)));
}

/** Control-C and a closed input count as no answer; the line of the question is ended for what follows. */
async function ask(
  input: NodeJS.ReadStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  const lines = createInterface({ input, output, prompt: question });
  const { promise, resolve } = Promise.withResolvers<string>();
  lines.on('line', resolve);
  lines.on('SIGINT', () => lines.close());
  lines.on('close', () => resolve('\n'));
  lines.prompt();
  const answer = await promise;
  lines.close();
  if (answer === '\n') output.write(answer);
  return answer;
}

/**
 * Goes on only after an explicit yes, or with `--force`. No is the answer to everything else.
 * @throws CommandError `refused`
 */
export async function confirm(
  output: Pick<Output, 'interactive' | 'ask'>,
  question: string,
  force: boolean | undefined,
): Promise<void> {
  if (force) return;
  if (!output.interactive) throw new CommandError('refused', confirmation.needsForce);
  const answer = await output.ask(`${question} ${confirmation.choices} `);
  if (!confirmation.yes.includes(answer.trim().toLowerCase())) {
    throw new CommandError('refused', confirmation.notDone);
  }
}
