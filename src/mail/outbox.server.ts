import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, OutboxState } from '../storage/schema.ts';

type Db = Kysely<Database>;

/** A mail of the queue as it is stored. */
export type OutboxMail = Selectable<Database['outbox']>;

// A literal: with a parameter, SQLite could not use the partial indexes.
const [pending, refused] = [sql.lit('pending' as const), sql.lit('refused' as const)];

/**
 * Queues the mail about a message, due at once, in the transaction that stores the message.
 * @param mail `id` is also the left part of the Message-ID header, the same at every attempt
 * @param now milliseconds since 1970
 */
export async function enqueue(
  trx: Transaction<Database>,
  { id, messageId }: { id: string; messageId: string },
  now: number,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ id, message_id: messageId, state: 'pending', attempts: 0, created_at: now, due_at: now })
    .execute();
}

/**
 * Queues every refused mail again, due now; its waiting time begins at `now`. Waiting mails are retried anyway.
 * @returns how many
 */
export async function resendRefused(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'pending', due_at: now, attempts: 0, created_at: now })
    .where('state', '=', refused)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Counts and ages of the queue, without data of any message. */
export interface OutboxStatus {
  /** Mails that wait, those being sent included. */
  pending: number;
  sent: number;
  /** Mails given up on, until an operator sends them again. */
  refused: number;
  /** Since the oldest of the waiting mails was queued. */
  oldestSeconds: number;
  /** The error of the waiting mail that is due last, such as `SMTP 550`; null when none has failed. */
  lastError: string | null;
}

/** Reads the state of the queue. @param now milliseconds since 1970 */
export async function outboxStatus(db: Db, now: number): Promise<OutboxStatus> {
  const states = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('count'),
      fn.min<number>('created_at').as('created'),
    ])
    .groupBy('state')
    .execute();
  const latest = await db
    .selectFrom('outbox')
    .select('last_error')
    .where('state', '=', pending)
    .where('last_error', 'is not', null)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const of = (wanted: OutboxState) => states.find(({ state }) => state === wanted);
  const oldest = of('pending')?.created ?? now;
  return {
    pending: of('pending')?.count ?? 0,
    sent: of('sent')?.count ?? 0,
    refused: of('refused')?.count ?? 0,
    oldestSeconds: Math.max(0, Math.floor((now - oldest) / 1000)),
    lastError: latest?.last_error ?? null,
  };
}

/** Lists mails in one state, oldest first. */
export function listMails(db: Db, state: OutboxState, limit: number): Promise<OutboxMail[]> {
  const query = db.selectFrom('outbox').selectAll().where('state', '=', state);
  return query.orderBy('created_at').orderBy('id').limit(limit).execute();
}

/** Gives the mail of a message, undefined when there is none. */
export function mailOf(db: Db, messageId: string): Promise<OutboxMail | undefined> {
  return db.selectFrom('outbox').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}

/** Tells whether a process is sending the mail: it may arrive even if its row is deleted. */
export function isBeingSent({ lease_until }: Pick<OutboxMail, 'lease_until'>): boolean {
  return lease_until !== null;
}
