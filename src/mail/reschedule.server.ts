import type { Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';

type Db = Kysely<Database>;

/** All times in milliseconds since 1970. */
export interface Postponement {
  now: number;
  /** A mail that left since then shows that another process reaches the server: what waits is its to take. */
  since: number;
  until: number;
  /** Why they wait. */
  code: string;
}

/** Postpones at once all that would be due before `until`, without trying each: nobody reaches the server. */
export async function postpone(db: Db, { now, since, until, code }: Postponement): Promise<void> {
  await whereNobodySends(db, since, now)
    .set({ due_at: until, last_error: code })
    .where('lease_owner', 'is', null)
    .where('due_at', '<', until)
    .execute();
}

/**
 * Postpones what has been due since before `since` and nobody took, mails of a process that died included: where all
 * processes wait for the server, what came in meanwhile waits too.
 */
export async function postponeUntaken(db: Db, { now, since, until, code }: Postponement): Promise<void> {
  await whereNobodySends(db, since, now)
    .set({ due_at: until, last_error: code })
    .where('due_at', '<', since)
    .where((row) => row.or([row('lease_owner', 'is', null), row('lease_until', '<=', now)]))
    .execute();
}

/** An update of what is pending, unless a mail left between these times. */
function whereNobodySends(db: Db, since: number, now: number) {
  const sent = db
    .selectFrom('outbox as other')
    .select('other.id')
    .where('other.sent_at', '>=', since)
    .where('other.sent_at', '<=', now);
  return db
    .updateTable('outbox')
    .where('state', '=', 'pending')
    .where(({ not, exists }) => not(exists(sent)));
}

/** Makes due now all that waited for another attempt: the server takes mail again, or the clock went back. */
export async function bringForward(db: Db, now: number): Promise<void> {
  await waitingAt(db, now).set({ due_at: now }).execute();
}

/** The same for what was never tried itself: a process that does not reach the server put it off with its own. */
export async function bringUntriedForward(db: Db, now: number): Promise<void> {
  await waitingAt(db, now).set({ due_at: now }).where('attempts', '=', 0).execute();
}

function waitingAt(db: Db, now: number) {
  return db
    .updateTable('outbox')
    .where('state', '=', 'pending')
    .where('lease_owner', 'is', null)
    .where('due_at', '>', now);
}

/**
 * Shortens what only a clock that went back can have written: a due time beyond the longest delay, or a lease beyond its
 * full length. The lease is not ended, for its owner may still be at work.
 */
export async function clampTimes(db: Db, now: number, maxDelayMs: number, leaseMs: number): Promise<void> {
  const pending = db.updateTable('outbox').where('state', '=', 'pending');
  await pending
    .set({ due_at: now + maxDelayMs })
    .where('due_at', '>', now + maxDelayMs)
    .execute();
  await pending
    .set({ lease_until: now + leaseMs })
    .where('lease_until', '>', now + leaseMs)
    .execute();
}
