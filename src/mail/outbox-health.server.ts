import { type Kysely, sql } from 'kysely';
import type { Database } from '../storage/schema.ts';

/** How the queue is, in counts and seconds: nothing of any message. */
export interface OutboxHealth {
  /** Mails that wait, those being sent included. */
  pending: number;
  /** Mails refused for good, until someone sends them again. */
  refused: number;
  /** Since the oldest of the waiting mails was queued. */
  oldestSeconds: number;
  /** Since the longest overdue mail should have been taken; a mail being sent is not overdue. */
  overdueSeconds: number;
  /** Somebody should look: nothing takes the mails, or the mail server has taken one of them for too long. */
  stuck: boolean;
}

/** The fourth attempt comes within 5 min (`retry-delays.ts`): what still waits after ten is no passing trouble. */
const STUCK_AFTER_S = 10 * 60;
/** Due mails are looked for every second. */
const OVERDUE_AFTER_S = 60;

/**
 * Reads the state of the queue from its two small indexes, however many mails were sent.
 * @param now milliseconds since 1970
 * @param sends whether there is a mail server: without one, mails wait because the operator wants it so
 */
export async function outboxHealth(db: Kysely<Database>, now: number, sends: boolean): Promise<OutboxHealth> {
  // The states are written out: with parameters, an engine could not know that the partial indexes hold all it needs.
  const waiting = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('created'),
      sql<number | null>`min(case when lease_until > ${now} then null else due_at end)`.as('due'),
    ])
    .where('state', '=', sql.lit('pending'))
    .executeTakeFirstOrThrow();
  const refused = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('refused'))
    .executeTakeFirstOrThrow();
  const oldestSeconds = secondsSince(waiting.created, now);
  const overdueSeconds = secondsSince(waiting.due, now);
  const stuck = sends && (oldestSeconds >= STUCK_AFTER_S || overdueSeconds >= OVERDUE_AFTER_S);
  return { pending: waiting.count, refused: refused.count, oldestSeconds, overdueSeconds, stuck };
}

function secondsSince(instant: number | null, now: number): number {
  return instant === null ? 0 : Math.max(0, Math.floor((now - instant) / 1000));
}
