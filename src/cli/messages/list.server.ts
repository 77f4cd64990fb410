import { listMessages } from '../../contact/messages.server.ts';
import { messageWords } from '../../content/cli-messages.ts';
import type { MessageStatus } from '../../storage/schema.ts';
import { CommandError } from '../command-error.ts';
import type { StoreDependencies } from '../dependencies.ts';
import { messageShape } from './shape.server.ts';
import { writeMessageTable } from './table.server.ts';

interface ListOptions {
  status?: MessageStatus;
  suspect?: true;
  limit?: number;
  json?: true;
}

const DEFAULT_LIMIT = 20;

/**
 * Lists messages, newest first (`messages list`, `messages search`).
 * @param words of a search
 * @throws CommandError `usage` when a search is for nothing, which every message has: a slip of a script
 */
export async function list(
  { storage, output }: StoreDependencies,
  { limit = DEFAULT_LIMIT, status, suspect, json }: ListOptions,
  words?: string[],
): Promise<void> {
  const text = words?.join(' ').trim();
  if (text === '') throw new CommandError('usage', messageWords.nothingToFind);
  const found = await listMessages(storage.reads, { limit: limit + 1, status, suspect, text });
  const shown = found.slice(0, limit);
  if (json) await output.json(shown.map(messageShape));
  else if (shown.length === 0)
    output.note(status || suspect || text ? messageWords.noneFound : messageWords.none);
  else {
    await writeMessageTable(output, shown);
    if (found.length <= limit) output.note(messageWords.found(shown.length));
  }
  if (found.length > limit) output.note(messageWords.limited(limit));
}
