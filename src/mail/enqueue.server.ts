import type { Transaction } from 'kysely';
import type { Database } from '../storage/schema.ts';

export interface NewMail {
  id: string;
  messageId: string;
  /** Left part of the Message-ID header, the same at every attempt. */
  mailId: string;
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
  if (mails.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(
      mails.map(({ id, messageId, mailId }) => ({
        id,
        message_id: messageId,
        mail_id: mailId,
        state: 'pending' as const,
        attempts: 0,
        created_at: now,
        due_at: now,
      })),
    )
    .execute();
}
