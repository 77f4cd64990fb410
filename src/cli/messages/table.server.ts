import type { Message } from '../../contact/messages.server.ts';
import { messageTable, statusNames } from '../../content/cli-messages.ts';
import { formatInstant } from '../format.ts';
import type { Output } from '../output.server.ts';
import { formatTable } from '../table.ts';

/** Identifiers begin with the instant: these are the lengths at which a further part of it ends. */
const PREFIX_LENGTHS = [13, 18, 23, 36];

/** Finds the shortest beginning that tells these messages apart; `messages show` takes it. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const length = PREFIX_LENGTHS.find(
    (candidate) => new Set(ids.map((id) => id.slice(0, candidate))).size === ids.length,
  );
  return (id) => id.slice(0, length);
}

/** Writes messages as a table, the title line in bold. */
export async function writeMessageTable(output: Output, messages: readonly Message[]): Promise<void> {
  const shortId = shortIds(messages.map(({ id }) => id));
  const [title = '', ...lines] = formatTable<Message>(
    [
      { title: messageTable.id, value: ({ id }) => shortId(id) },
      {
        title: messageTable.received,
        value: ({ received_at }) => formatInstant(received_at),
        optional: true,
      },
      { title: messageTable.status, value: ({ status }) => statusNames[status] },
      { title: messageTable.suspect, value: ({ suspect }) => (suspect ? '!' : '') },
      { title: messageTable.name, value: ({ fullname }) => fullname, minWidth: 12 },
      { title: messageTable.subject, value: ({ subject }) => subject, minWidth: 12, optional: true },
      { title: messageTable.note, value: ({ note }) => note, minWidth: 12, optional: true },
      { title: messageTable.email, value: ({ email }) => email, minWidth: 20, optional: true },
    ],
    messages,
    output.width,
  );
  await output.result(output.paint('bold', title), ...lines);
}
