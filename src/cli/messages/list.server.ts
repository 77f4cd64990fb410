import { countMessages, listMessages, type Message, searchMessages } from '../../contact/messages.server.ts';
import { messageWords } from '../../content/cli-messages.ts';
import type { MessageStatus } from '../../storage/schema.ts';
import { CommandError } from '../command-error.ts';
import type { StoreDependencies } from '../dependencies.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { cursorText, messageShape, parseCursor } from './shape.server.ts';
import { writeMessageTable } from './table.server.ts';

/** Options of `messages list` and `messages search`. */
export interface ListOptions {
  status?: MessageStatus;
  suspect?: true;
  limit: number;
  before?: string;
  json?: true;
}

/** `messages list`: a page, newest first. @throws CommandError `usage` when `before` is none of ours */
export async function list({ storage, output }: StoreDependencies, options: ListOptions): Promise<ExitCode> {
  const { limit, status, suspect, json } = options;
  const after = options.before === undefined ? undefined : requireCursor(options.before);
  const page = await listMessages(storage.reads, { limit, status, suspect, after });
  const next = page.next && cursorText(page.next);
  if (json) await output.json(page.messages.map(messageShape));
  else if (page.messages.length === 0)
    output.note(status || suspect || after ? messageWords.noneFound : messageWords.none);
  else {
    await writeMessageTable(output, page.messages);
    const total = await countMessages(storage.reads, { status, suspect });
    output.note(messageWords.shown(page.messages.length, total));
  }
  if (next) output.note(messageWords.more(next));
  return exitCodes.ok;
}

/** `messages search`. @throws CommandError `usage` for an empty text, which every message has: a slip of a script */
export async function search(
  { storage, output }: Pick<StoreDependencies, 'storage' | 'output'>,
  { limit, status, suspect, json }: ListOptions,
  words: string[],
): Promise<ExitCode> {
  const text = words.join(' ').trim();
  if (!text) throw new CommandError('usage', messageWords.nothingToFind);
  const found: Message[] = await searchMessages(storage.reads, text, { limit, status, suspect });
  if (json) {
    await output.json(found.map(messageShape));
    return exitCodes.ok;
  }
  if (found.length === 0) output.note(messageWords.noneFound);
  else {
    await writeMessageTable(output, found);
    output.note(found.length === limit ? messageWords.limited(limit) : messageWords.found(found.length));
  }
  return exitCodes.ok;
}

function requireCursor(text: string) {
  const cursor = parseCursor(text);
  if (!cursor) throw new CommandError('usage', messageWords.wrongCursor(text));
  return cursor;
}
