import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../storage/schema.ts';
import type { Batch } from '../storage/storage.ts';

export interface NewMail {
  id: string;
  messageId: string;
  /** Left part of the Message-ID header, the same at every attempt. */
  mailId: string;
}

const columns = ['id', 'message_id', 'mail_id', 'state', 'attempts', 'created_at', 'due_at'] as const;

type Row = Pick<Insertable<Database['outbox']>, (typeof columns)[number]>;

/** Due at once. */
function rowOf({ id, messageId, mailId }: NewMail, now: number): Row {
  return {
    id,
    message_id: messageId,
    mail_id: mailId,
    state: 'pending',
    attempts: 0,
    created_at: now,
    due_at: now,
  };
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
    .values(mails.map((mail) => rowOf(mail, now)))
    .execute();
}

const queueIfStored = `insert into outbox (${columns.join(', ')})
  select ${columns.map(() => '?').join(', ')} where exists (select 1 from message where id = ?)`;

/** The same as a batch for SQLite; a mail whose message was not stored is left out. */
export function enqueueing(mails: readonly NewMail[], now: number): Batch {
  const runs = mails.map((mail) => {
    const row = rowOf(mail, now);
    return [...columns.map((column) => row[column]), mail.messageId];
  });
  return { sql: queueIfStored, runs };
}
