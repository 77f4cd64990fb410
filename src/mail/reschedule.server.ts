import type { Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';

type Db = Kysely<Database>;

/** Postpones at once all that would be due before `until`, without trying each: the server is unreachable. */
export async function postpone(db: Db, until: number, code: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: until, last_error: code })
    .where('state', '=', 'pending')
    .where('lease_owner', 'is', null)
    .where('due_at', '<', until)
    .execute();
}

/**
 * Postpones what has been due since before `since` and nobody took, mails of a process that died included: where all
 * processes wait for the server, what came in meanwhile waits too.
 */
export async function postponeUntaken(
  db: Db,
  { now, since, until, code }: { now: number; since: number; until: number; code: string },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: until, last_error: code })
    .where('state', '=', 'pending')
    .where('due_at', '<', since)
    .where((row) => row.or([row('lease_owner', 'is', null), row('lease_until', '<=', now)]))
    .execute();
}

/** Makes due now all that waited for another attempt: the server takes mail again, or the clock went back. */
export async function bringForward(db: Db, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now })
    .where('state', '=', 'pending')
    .where('lease_owner', 'is', null)
    .where('due_at', '>', now)
    .execute();
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
