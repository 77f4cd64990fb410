import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { failures, readingInput } from '../content/cli.ts';
import { CommandError } from './command-error.ts';
import { safeJson } from './safe-text.ts';
import { wrapToWidth } from './text-width.ts';

/** What a command line runs in; the start hands it in. */
export interface Terminal {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** The variable NO_COLOR is there (no-color.org). */
  noColor: boolean;
  /** Command of the operator's editor. */
  editor: string | undefined;
  /** Folder that relative file names are taken from. */
  callerDir: string;
}

/** How a text is painted. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where a command writes: results on stdout, all the rest on stderr; and what it is given on stdin. */
export interface Output {
  /** Cells of a line; Infinity when the output is not a terminal. */
  readonly width: number;
  /** Whether somebody is there to answer a question. */
  readonly interactive: boolean;
  /** Colours a text, on a terminal only. */
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
export function createOutput({ stdin, stdout, stderr, noColor }: Terminal): Output {
  const colour = stdout.isTTY === true && !noColor;
  const raw = (text: string) =>
    new Promise<void>((resolve, reject) => {
      stdout.write(text, (error) =>
        error ? reject(new CommandError('failure', failures.resultNotWritten)) : resolve(),
      );
    });
  return {
    width: stdout.isTTY ? terminalWidth(stdout) : Number.POSITIVE_INFINITY,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    paint: (style, text) => (colour ? coloured(style, text) : text),
    raw,
    result: (...lines) => raw(lines.map((line) => `${line}\n`).join('')),
    json: (value) => raw(`${safeJson(value)}\n`),
    note(text, style) {
      const lines = stderr.isTTY ? fitted(text, terminalWidth(stderr)) : [text];
      const inColour = style !== undefined && stderr.isTTY === true && !noColor;
      for (const line of lines) stderr.write(`${inColour ? coloured(style, line) : line}\n`);
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

function coloured(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false });
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
