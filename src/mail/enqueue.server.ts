import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../storage/schema.ts';
import { insertBatch } from '../storage/sqlite/insert-batch.ts';
import type { Batch } from '../storage/storage.ts';

/** A mail to be queued. */
export interface NewMail {
  /** Also the left part of the Message-ID header, the same at every attempt. */
  id: string;
  messageId: string;
}

/**
 * Queues the notification of each message, due at once, in the transaction that stores the message.
 * @param now milliseconds since 1970
 */
export async function enqueue(
  trx: Transaction<Database>,
  mails: readonly NewMail[],
  now: number,
): Promise<void> {
  if (mails.length > 0) await trx.insertInto('outbox').values(rowsOf(mails, now)).execute();
}

/** The same as a batch for SQLite; a mail whose message was not stored is left out. */
export function enqueueBatch(mails: readonly NewMail[], now: number): Batch {
  return insertBatch('outbox', rowsOf(mails, now), {
    condition: 'exists (select 1 from message where id = ?)',
    parameters: (row) => [row.message_id],
  });
}

function rowsOf(mails: readonly NewMail[], now: number) {
  return mails.map(
    ({ id, messageId }) =>
      ({
        id,
        message_id: messageId,
        state: 'pending',
        attempts: 0,
        created_at: now,
        due_at: now,
      }) satisfies Insertable<Database['outbox']>,
  );
}
