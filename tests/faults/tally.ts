import { expect } from 'vitest';
import { openStorage, type StorageLocation } from '../../src/storage/open-storage.server.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';

const LABEL = /essai-[a-z0-9-]+/;

/** Numbers of occurrences, by label. */
export type Tally = Map<string, number>;

function tallied(texts: readonly string[]): Tally {
  const tally: Tally = new Map();
  for (const text of texts) {
    const label = LABEL.exec(text)?.[0] ?? '?';
    tally.set(label, (tally.get(label) ?? 0) + 1);
  }
  return tally;
}

/** Returns the messages of a store that have a mail in the queue, as every one should. */
export async function storedMessages(location: StorageLocation): Promise<Tally> {
  const { db, close } = await openStorage(location);
  const query = db.selectFrom('message').innerJoin('outbox', 'outbox.message_id', 'message.id');
  const rows = await query.select('message.body').execute();
  await close();
  return tallied(rows.map(({ body }) => body));
}

export function deliveredMails({ messages }: SmtpSink): Tally {
  return tallied(messages.map(({ parsed }) => parsed.text ?? ''));
}

export function missingFrom(tally: Tally, labels: readonly string[]): string[] {
  return labels.filter((label) => !tally.has(label));
}

/** Counts the repeats. */
export function beyondOne(tally: Tally): number {
  return [...tally.values()].reduce((sum, count) => sum + count - 1, 0);
}

/** Waits until each label has its mail. @throws Error that names the missing ones after this time */
export async function untilDelivered(sink: SmtpSink, labels: readonly string[], ms: number): Promise<void> {
  const missing = () => missingFrom(deliveredMails(sink), labels);
  await expect.poll(missing, { timeout: ms, message: 'never delivered' }).toEqual([]);
}
