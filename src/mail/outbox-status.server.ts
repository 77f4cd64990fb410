import type { Kysely, Selectable } from 'kysely';
import type { Database, OutboxState } from '../storage/schema.ts';

type Db = Kysely<Database>;

/** The queue in figures. */
export interface OutboxStatus {
  byState: Record<OutboxState, number>;
  /** Pending mails that failed, or wait with the others for a server that is away. */
  retrying: number;
  /** When the oldest pending mail was queued, in milliseconds since 1970; undefined when none waits. */
  oldestPendingAt: number | undefined;
  /** Why the pending mail that is due last waits; undefined when none of them has failed. */
  lastError: string | undefined;
}

/** A mail of the queue as it is stored. */
export type OutboxMail = Selectable<Database['outbox']>;

/** Whether a process took the mail to send it, and has not said what became of it: it may arrive whatever becomes of its row. */
export function isBeingSent({
  state,
  lease_until: until,
}: Pick<OutboxMail, 'state' | 'lease_until'>): boolean {
  return state === 'pending' && until !== null;
}

/** What the queue holds, for operators. */
export async function outboxStatus(db: Db): Promise<OutboxStatus> {
  const states = await db
    .selectFrom('outbox')
    .select(['state', db.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const pending = db.selectFrom('outbox').where('state', '=', 'pending');
  const oldest = await pending.select(db.fn.min('created_at').as('at')).executeTakeFirst();
  const failing = pending.where('last_error', 'is not', null);
  const retrying = await failing.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const latest = await failing.select('last_error').orderBy('due_at', 'desc').limit(1).executeTakeFirst();
  const byState: OutboxStatus['byState'] = { pending: 0, sent: 0, refused: 0 };
  for (const { state, count } of states) byState[state] = count;
  return {
    byState,
    retrying: retrying.count,
    oldestPendingAt: oldest?.at ?? undefined,
    lastError: latest?.last_error ?? undefined,
  };
}

/** Mails in one state, oldest first. */
export function listMails(db: Db, state: OutboxState, limit: number): Promise<OutboxMail[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', state)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The mail of a message, undefined when there is none. */
export function mailOf(db: Db, messageId: string): Promise<OutboxMail | undefined> {
  return db.selectFrom('outbox').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}
