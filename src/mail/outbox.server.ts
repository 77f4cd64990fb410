import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, OutboxState } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { MAX_DELAY_MS } from './retry-delays.ts';

type Db = Kysely<Database>;

/** A mail of the queue as it is stored. */
export type OutboxMail = Selectable<Database['outbox']>;

/** A mail that this process took to send. Only its owner may settle it. */
export type Claimed = Pick<OutboxMail, 'id' | 'message_id' | 'attempts' | 'created_at'>;

/** A queue: mails to the studio, or notices to `NOTIFY_URL`. */
export type QueueName = 'outbox' | 'notice';

/** Names the table of a queue. Both have the same columns, and Kysely's types need one name. */
const tableOf = (queue: QueueName) => queue as 'outbox';

// Literals: with a parameter, SQLite could not use the partial indexes.
const pending = sql.lit('pending' as const);
const refused = sql.lit('refused' as const);

const waiting = (db: Db, queue: QueueName) => db.updateTable(tableOf(queue)).where('state', '=', pending);

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
 * Leases up to `limit` due mails to the owner, oldest due first. No two owners ever get the same one. A due time beyond the
 * longest delay was written by a clock that has been set back since: such a mail is due.
 * @param options `now` and `leaseUntil` in milliseconds since 1970; `owner` unique to a process and its start
 */
export async function claim(
  { db, engine }: Storage,
  options: { now: number; owner: string; limit: number; leaseUntil: number; queue?: QueueName },
): Promise<Claimed[]> {
  const { now, owner, limit, leaseUntil, queue = 'outbox' } = options;
  const free = db
    .selectFrom(tableOf(queue))
    .select(['message_id', 'id'])
    .where('state', '=', pending)
    .where('lease_owner', 'is', null)
    .where((row) => row.or([row('due_at', '<=', now), row('due_at', '>', now + MAX_DELAY_MS)]))
    .orderBy('due_at')
    .limit(limit);
  // Without the lock of each candidate, two processes could choose the same row at once.
  const due = engine === 'postgres' ? free.forUpdate().skipLocked() : free;
  return db
    .with(
      // Materialized: PostgreSQL may run a mere subquery twice, and would lock other rows the second time.
      (cte) => cte('due').materialized(),
      () => due,
    )
    .updateTable(tableOf(queue))
    .set({ lease_owner: owner, lease_until: leaseUntil })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('message_id', 'id'),
        'in',
        selectFrom('due').select(['due.message_id', 'due.id']).$asTuple('message_id', 'id'),
      ),
    )
    .returning(['id', 'message_id', 'attempts', 'created_at'])
    .execute();
}

/** Extends the owner's leases of the mails of these messages. */
export async function renewLeases(
  db: Db,
  owner: string,
  messageIds: readonly string[],
  leaseUntil: number,
  queue: QueueName = 'outbox',
): Promise<void> {
  await waiting(db, queue)
    .set({ lease_until: leaseUntil })
    .where('message_id', 'in', messageIds)
    .where('lease_owner', '=', owner)
    .execute();
}

/** A lease as it is stored. Its owner changes `lease_until` as long as it lives. */
export type Lease = Pick<OutboxMail, 'id' | 'message_id' | 'lease_owner' | 'lease_until'>;

/** Lists the leases of all owners. */
export function listLeases(db: Db, queue: QueueName = 'outbox'): Promise<Lease[]> {
  return db
    .selectFrom(tableOf(queue))
    .select(['id', 'message_id', 'lease_owner', 'lease_until'])
    .where('state', '=', pending)
    .where('lease_owner', 'is not', null)
    .execute();
}

/** Ends a lease, unless its owner has renewed it meanwhile. */
export async function endLease(
  db: Db,
  { id, message_id, lease_owner, lease_until }: Lease,
  queue: QueueName = 'outbox',
): Promise<void> {
  await waiting(db, queue)
    .set({ lease_owner: null, lease_until: null })
    .where('message_id', '=', message_id)
    .where('id', '=', id)
    .where('lease_owner', '=', lease_owner)
    .where('lease_until', '=', lease_until)
    .execute();
}

/** Writes the outcome of an attempt and ends the lease. Does nothing once another owner has taken the mail over. */
export async function settle(
  db: Db,
  { id, message_id }: Claimed,
  owner: string,
  outcome: Updateable<Database['outbox']>,
  queue: QueueName = 'outbox',
): Promise<void> {
  await waiting(db, queue)
    .set({ ...outcome, lease_owner: null, lease_until: null })
    .where('message_id', '=', message_id)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
}

/** Makes all that waits for another attempt due now: the server takes mail again, or the clock was set back. */
export async function makeAllDue(db: Db, now: number, queue: QueueName = 'outbox'): Promise<void> {
  await waiting(db, queue)
    .set({ due_at: now })
    .where('lease_owner', 'is', null)
    .where('due_at', '>', now)
    .execute();
}

/**
 * Makes mails due now, for an operator: those of one message, or every refused one. A mail already sent, or being sent, is
 * left alone. A refused one is queued anew: it waits since `now`.
 * @returns how many are due
 */
export async function resend(db: Db, which: { messageId: string } | 'refused', now: number): Promise<number> {
  const query = db
    .updateTable('outbox')
    .set((row) => ({
      state: 'pending',
      due_at: now,
      attempts: 0,
      created_at: row.case().when('state', '=', refused).then(now).else(row.ref('created_at')).end(),
    }))
    .where('state', '!=', 'sent')
    .where((row) => row.or([row('lease_owner', 'is', null), row('lease_until', '<=', now)]));
  const chosen =
    which === 'refused'
      ? query.where('state', '=', refused)
      : query.where('message_id', '=', which.messageId);
  return Number((await chosen.executeTakeFirst()).numUpdatedRows);
}

/** The queue in counts and seconds: nothing of any message. */
export interface OutboxStatus {
  /** Mails that wait, those being sent included. */
  pending: number;
  sent: number;
  /** Mails given up on, until an operator sends them again. */
  refused: number;
  /** Since the oldest of the waiting mails was queued. */
  oldestSeconds: number;
  /** Since the longest overdue mail should have been tried; a mail being sent is not overdue. */
  overdueSeconds: number;
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
      sql<number | null>`min(case when lease_until > ${now} then null else due_at end)`.as('due'),
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
  const secondsSince = (instant = now) => Math.max(0, Math.floor((now - instant) / 1000));
  return {
    pending: of('pending')?.count ?? 0,
    sent: of('sent')?.count ?? 0,
    refused: of('refused')?.count ?? 0,
    oldestSeconds: secondsSince(of('pending')?.created),
    overdueSeconds: secondsSince(of('pending')?.due ?? now),
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

/** Tells whether a process took the mail to send it: it may arrive whatever becomes of its row. */
export function isBeingSent({ lease_until }: Pick<OutboxMail, 'lease_until'>): boolean {
  return lease_until !== null;
}
