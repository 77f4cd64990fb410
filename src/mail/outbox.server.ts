import { type Kysely, type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import { DAY_MS } from '../config/clock.ts';
import { repeat } from '../config/repeat.server.ts';
import type { Database, OutboxState } from '../storage/schema.ts';

type Db = Kysely<Database>;

export type OutboxMail = Selectable<Database['outbox']>;

// The states are literals, because SQLite could not use the partial indexes with a parameter.
const [pending, refused] = [sql.lit('pending' as const), sql.lit('refused' as const)];

/** Queues every refused mail again, due now; its waiting time begins at `now`. Waiting mails are retried anyway. */
export async function resendRefused(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'pending', due_at: now, attempts: 0, created_at: now })
    .where('state', '=', refused)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type OutboxStatus = Awaited<ReturnType<typeof outboxStatus>>;

/** A mail that waits longer than this, in seconds, is stuck: its fourth attempt comes within 5 min (`retry-delays.ts`). */
export const STUCK_AFTER_S = 10 * 60;

/**
 * Reads counts and ages of the queue, without data of any message.
 * @param sends whether there is a mail server; without one, waiting mails are no fault
 */
export async function outboxStatus(db: Db, now: number, sends: boolean) {
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
  const ageSeconds = Math.floor((now - oldest) / 1000);
  return {
    pending: of('pending')?.count ?? 0,
    sent: of('sent')?.count ?? 0,
    refused: of('refused')?.count ?? 0,
    oldestSeconds: Math.max(0, ageSeconds),
    /** The error of the waiting mail that is due last, such as `SMTP 550`; null when none has failed. */
    lastError: latest?.last_error ?? null,
    // A negative age means that a wrong clock dated the mail, and nobody knows how long it has waited.
    stuck: sends && (ageSeconds >= STUCK_AFTER_S || ageSeconds < -DAY_MS / 1000),
  };
}

const LOOK_EVERY_MS = 30_000;

/**
 * Checks the queue every half minute; logs once that it is stuck and once that it no longer is.
 * @param onStuck runs once when the queue gets stuck; a failed run is repeated at the next check
 * @returns a function that ends the checks
 */
export function watchOutbox(
  look: () => Promise<OutboxStatus>,
  logger: Pick<Logger, 'info' | 'error'>,
  onStuck: () => Promise<void> = async () => {},
): () => Promise<void> {
  let stuck = false;
  let notified = false;
  return repeat(LOOK_EVERY_MS, async () => {
    try {
      const status = await look();
      if (status.stuck && !stuck) logger.error({ ...status }, 'outbox stuck');
      if (!status.stuck && stuck) logger.info({ ...status }, 'outbox no longer stuck');
      stuck = status.stuck;
      if (stuck && !notified) await onStuck();
      notified = stuck;
    } catch {
      // Readiness and every writer already report a failing store.
    }
  });
}

export function listMails(db: Db, state: OutboxState, limit: number): Promise<OutboxMail[]> {
  const query = db.selectFrom('outbox').selectAll().where('state', '=', state);
  return query.orderBy('created_at').orderBy('id').limit(limit).execute();
}

export function mailOf(db: Db, messageId: string): Promise<OutboxMail | undefined> {
  return db.selectFrom('outbox').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}
