import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { MAX_DELAY_MS } from './retry-delays.ts';

/** A queue: mails to the studio, or notices to `NOTIFY_URL`. */
export type QueueName = 'outbox' | 'notice';

type Row = Selectable<Database['outbox']>;

/** A mail that this process claimed. Only its owner may settle it. */
export type Claimed = Pick<Row, 'id' | 'message_id' | 'attempts' | 'created_at'>;

/** A lease as it is stored. Its owner changes `lease_until` as long as it lives. */
export type Lease = Pick<Row, 'id' | 'message_id' | 'lease_owner' | 'lease_until'>;

/** A queue as one process sees it. */
export type Queue = ReturnType<typeof createQueue>;

/**
 * Queues a mail or a notice about a message, due at once. One that is queued already is not queued twice.
 * @param row `id` of a mail is also the left part of its Message-ID header, the same at every attempt
 * @param now milliseconds since 1970
 */
export async function enqueue(
  db: Kysely<Database>,
  name: QueueName,
  { id, messageId }: { id: string; messageId: string },
  now: number,
): Promise<void> {
  await db
    .insertInto(name)
    .values({ id, message_id: messageId, state: 'pending', attempts: 0, created_at: now, due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// A literal: with a parameter, SQLite could not use the partial indexes.
const pending = sql.lit('pending' as const);

/** Gives access to a queue. Instants are milliseconds since 1970. @param owner unique to a process and its start */
export function createQueue({ db, engine }: Storage, owner: string, name: QueueName = 'outbox') {
  // Both tables have the same columns, and Kysely's types need one name.
  const table = name as 'outbox';
  const waiting = () => db.updateTable(table).where('state', '=', pending);

  return {
    /**
     * Leases the mail that has been due for longest. No two owners ever get the same one. A due time beyond the longest delay
     * comes from a clock that was set back since: such a mail is due.
     */
    claim(now: number, leaseUntil: number): Promise<Claimed | undefined> {
      const free = db
        .selectFrom(table)
        .select(['message_id', 'id'])
        .where('state', '=', pending)
        .where('lease_owner', 'is', null)
        .where((row) => row.or([row('due_at', '<=', now), row('due_at', '>', now + MAX_DELAY_MS)]))
        .orderBy('due_at')
        .limit(1);
      // Without the lock of each candidate, two processes could choose the same row at once.
      const due = engine === 'postgres' ? free.forUpdate().skipLocked() : free;
      return db
        .with(
          // Materialized: PostgreSQL may run a mere subquery twice, and would lock other rows the second time.
          (cte) => cte('due').materialized(),
          () => due,
        )
        .updateTable(table)
        .set({ lease_owner: owner, lease_until: leaseUntil })
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('message_id', 'id'),
            'in',
            selectFrom('due').select(['due.message_id', 'due.id']).$asTuple('message_id', 'id'),
          ),
        )
        .returning(['id', 'message_id', 'attempts', 'created_at'])
        .executeTakeFirst();
    },

    /** Extends the owner's leases of the mails of these messages. */
    async renew(messageIds: readonly string[], leaseUntil: number): Promise<void> {
      await waiting()
        .set({ lease_until: leaseUntil })
        .where('message_id', 'in', messageIds)
        .where('lease_owner', '=', owner)
        .execute();
    },

    /** Writes the outcome of an attempt and ends the lease. Does nothing once another owner has taken the mail over. */
    async settle({ id, message_id }: Claimed, outcome: Updateable<Database['outbox']>): Promise<void> {
      await waiting()
        .set({ ...outcome, lease_owner: null, lease_until: null })
        .where('message_id', '=', message_id)
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .execute();
    },

    /** Makes every waiting mail due now: the server takes mail again, or the clock was set back. */
    async makeAllDue(now: number): Promise<void> {
      await waiting()
        .set({ due_at: now })
        .where('lease_owner', 'is', null)
        .where('due_at', '>', now)
        .execute();
    },

    /** Lists the leases of all owners. Fails if the store cannot be written, as owners cannot renew their leases then. */
    leases(): Promise<Lease[]> {
      return db
        .transaction()
        .execute((trx) =>
          trx
            .selectFrom(table)
            .select(['id', 'message_id', 'lease_owner', 'lease_until'])
            .where('state', '=', pending)
            .where('lease_owner', 'is not', null)
            .execute(),
        );
    },

    /** Ends a lease of any owner, unless it has been renewed meanwhile. */
    async endLease({ id, message_id, lease_owner, lease_until }: Lease): Promise<void> {
      await waiting()
        .set({ lease_owner: null, lease_until: null })
        .where('message_id', '=', message_id)
        .where('id', '=', id)
        .where('lease_owner', '=', lease_owner)
        .where('lease_until', '=', lease_until)
        .execute();
    },
  };
}

/** Time after which the mails of a dead process are taken over. A living process renews its leases during an exchange. */
export const LEASE_MS = 2 * 60_000;
const LOOK_EVERY_MS = 10_000;
/** Looks at an unchanged lease after which its owner counts as dead. */
const LOOKS = LEASE_MS / LOOK_EVERY_MS;

/**
 * Creates the function that ends the leases of dead processes. It looks at all leases, at most every ten seconds, and counts
 * the looks since each was renewed. It compares no wall clock with `lease_until`: after a jump, leases of living owners would
 * look expired (R10, R19). It counts looks and not time, so that living owners can renew their leases after an outage of the
 * store.
 */
export function watchLeases(queue: Queue, monotonic: () => number): () => Promise<void> {
  let unchanged = new Map<string, number>();
  let lookAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (monotonic() < lookAt) return;
    const counts = new Map<string, number>();
    for (const lease of await queue.leases()) {
      const key = `${lease.id} ${lease.lease_owner} ${lease.lease_until}`;
      const looks = (unchanged.get(key) ?? -1) + 1;
      if (looks >= LOOKS) await queue.endLease(lease);
      else counts.set(key, looks);
    }
    unchanged = counts;
    lookAt = monotonic() + LOOK_EVERY_MS;
  };
}
