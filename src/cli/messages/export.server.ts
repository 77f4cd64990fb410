import { iterateMessages, type Message, type MessageFilter } from '../../contact/messages.server.ts';
import { messageWords } from '../../content/cli-messages.ts';
import type { MessageStatus } from '../../storage/schema.ts';
import { CommandError } from '../command-error.ts';
import { BYTE_ORDER_MARK, csvLine } from '../csv.ts';
import type { StoreDependencies } from '../dependencies.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { safeJson } from '../safe-text.ts';
import { type Append, isStandardOutput, writeResult } from '../written-file.server.ts';
import { messageShape } from './shape.server.ts';

const separators = { comma: ',', semicolon: ';' } as const;

interface ExportOptions {
  format?: 'csv' | 'json';
  json?: true;
  output?: string;
  separator?: keyof typeof separators;
  status?: MessageStatus;
  suspect?: true;
  force?: true;
}

const PROGRESS_EVERY = 1000;

/** `messages export`: every message, one page in memory at a time. */
export async function exportMessages(
  dependencies: StoreDependencies,
  options: ExportOptions,
): Promise<ExitCode> {
  const { storage, output } = dependencies;
  const { status, suspect } = options;
  const format = formatOf(options);
  if (options.separator && format === 'json') {
    throw new CommandError('usage', messageWords.separatorWithoutCsv);
  }
  const messages = counted(
    iterateMessages(storage.reads, { status, suspect } satisfies MessageFilter),
    (count) => {
      if (!isStandardOutput(options.output)) output.note(messageWords.exporting(count));
    },
  );
  let count = 0;
  const file = await writeResult(dependencies, options.output, options.force, async (append) => {
    count =
      format === 'csv'
        ? await writeCsv(messages, separators[options.separator ?? 'comma'], append)
        : await writeJson(messages, append);
  });
  if (file) output.note(messageWords.exported(count, file));
  return exitCodes.ok;
}

/** The format asked for; a separator, or the end of the file's name, asks for CSV. */
function formatOf({ format, json, output = '', separator }: ExportOptions): 'csv' | 'json' {
  return format ?? (!json && (separator || /\.csv$/i.test(output)) ? 'csv' : 'json');
}

async function* counted(messages: AsyncIterable<Message>, report: (count: number) => void) {
  let count = 0;
  for await (const message of messages) {
    yield message;
    count += 1;
    if (count % PROGRESS_EVERY === 0) report(count);
  }
}

async function writeCsv(
  messages: AsyncIterable<Message>,
  separator: string,
  append: Append,
): Promise<number> {
  const columns = Object.keys(messageWords.csvColumns) as (keyof typeof messageWords.csvColumns)[];
  await append(
    BYTE_ORDER_MARK +
      csvLine(
        columns.map((column) => messageWords.csvColumns[column]),
        separator,
      ),
  );
  let count = 0;
  for await (const message of messages) {
    const shape = messageShape(message);
    const fields = { ...shape, suspect: shape.suspectReasons.join(' ') };
    await append(
      csvLine(
        columns.map((column) => fields[column]),
        separator,
      ),
    );
    count += 1;
  }
  return count;
}

/** One array, one message a line. */
async function writeJson(messages: AsyncIterable<Message>, append: Append): Promise<number> {
  let count = 0;
  for await (const message of messages) {
    await append(`${count === 0 ? '[' : ','}\n${safeJson(messageShape(message), 0)}`);
    count += 1;
  }
  await append(count === 0 ? '[]\n' : '\n]\n');
  return count;
}
