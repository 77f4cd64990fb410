import type { Transaction } from 'kysely';
import type { Database } from '../storage/schema.ts';

/** A mail to be queued. */
export interface NewMail {
  /** Also the left part of the Message-ID header, the same at every attempt. */
  id: string;
  messageId: string;
}

/**
 * Queues the notification of a message, due at once, in the transaction that stores the message.
 * @param now milliseconds since 1970
 */
export async function enqueue(
  trx: Transaction<Database>,
  { id, messageId }: NewMail,
  now: number,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ id, message_id: messageId, state: 'pending', attempts: 0, created_at: now, due_at: now })
    .execute();
}
