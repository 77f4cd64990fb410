import { iterateMessages, type Message } from '../../contact/messages.server.ts';
import { messageWords, statusNames } from '../../content/cli-messages.ts';
import type { MessageStatus } from '../../storage/schema.ts';
import { BYTE_ORDER_MARK, csvLine } from '../csv.ts';
import type { StoreDependencies } from '../dependencies.ts';
import { safeJson } from '../safe-text.ts';
import { type Append, writeResult } from '../written-file.server.ts';
import { messageShape } from './shape.server.ts';

interface ExportOptions {
  output?: string;
  csv?: true;
  semicolon?: true;
  status?: MessageStatus;
  suspect?: true;
  force?: true;
}

/** Writes every message, one page in memory at a time (`messages export`). */
export async function exportMessages(dependencies: StoreDependencies, options: ExportOptions): Promise<void> {
  const { storage, output } = dependencies;
  const { status, suspect, semicolon } = options;
  const isCsv = options.csv || semicolon || /\.csv$/i.test(options.output ?? '');
  const messages = iterateMessages(storage.reads, { status, suspect });
  let count = 0;
  const file = await writeResult(dependencies, options.output, options.force, async (append) => {
    count = isCsv
      ? await writeCsv(messages, semicolon ? ';' : ',', append)
      : await writeJson(messages, append);
  });
  if (file) output.note(messageWords.exported(count, file));
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
    const fields = { ...shape, status: statusNames[shape.status], suspect: shape.suspectReasons.join(' ') };
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
