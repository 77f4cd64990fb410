import { type Selectable, sql, type Updateable } from 'kysely';
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
