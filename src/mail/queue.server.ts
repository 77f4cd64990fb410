import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { MAX_DELAY_MS } from './retry-delays.ts';

export type QueueName = 'outbox' | 'notice';

type Row = Selectable<Database['outbox']>;

/** A mail that this process claimed. Only its owner may settle it. */
export type Claimed = Pick<Row, 'id' | 'message_id' | 'attempts' | 'created_at' | 'last_error'>;

export type Settlement = Pick<Row, 'state' | 'attempts' | 'due_at' | 'last_error' | 'sent_at'>;

/** A lease as it is stored; its owner renews `lease_until` while it lives. */
export type Lease = Pick<Row, 'id' | 'message_id' | 'lease_owner' | 'lease_until'>;

export type Queue = ReturnType<typeof createQueue>;

/**
 * Queues a mail or a notice about a message, due at once; an `id` that is queued already is not queued again.
 * @param row the `id` of a mail is also the left part of its Message-ID, the same at every attempt
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

/**
 * Creates the functions that change a queue; instants are milliseconds since 1970. States are literals, because SQLite could not
 * use the partial indexes with a parameter.
 * @param owner unique to a process and its start
 */
export function createQueue({ db, skipLocked }: Storage, owner: string, name: QueueName = 'outbox') {
  const table = sql.table(name);

  return {
    /**
     * Leases the mail that has been due for longest; no two owners get the same one. Mails of suspect messages come last, as many
     * of them must not delay a visitor's. A due time beyond the longest delay was set by a wrong clock, so that mail is due now.
     */
    async claim(now: number, leaseUntil: number): Promise<Claimed | undefined> {
      // `materialized` is needed: PostgreSQL may run a plain subquery twice and then lock other rows the second time.
      const { rows } = await sql<Claimed>`
        with due as materialized (
          select message_id, id from ${table}
          where state = 'pending' and lease_owner is null
            and (due_at <= ${now} or due_at > ${now + MAX_DELAY_MS})
          order by (select suspect from message where message.id = message_id), due_at
          limit 1 ${skipLocked}
        )
        update ${table} set lease_owner = ${owner}, lease_until = ${leaseUntil}
        where (message_id, id) in (select message_id, id from due)
        returning id, message_id, attempts, created_at, last_error`.execute(db);
      return rows[0];
    },

    async renew(messageIds: readonly string[], leaseUntil: number): Promise<void> {
      await sql`
        update ${table} set lease_until = ${leaseUntil}
        where state = 'pending' and lease_owner = ${owner} and message_id in (${sql.join(messageIds)})`.execute(
        db,
      );
    },

    /** Writes the outcome of an attempt and ends the lease. Does nothing if another owner has taken the mail over. */
    async settle({ id, message_id }: Claimed, outcome: Settlement): Promise<void> {
      await sql`
        update ${table} set state = ${outcome.state}, attempts = ${outcome.attempts}, due_at = ${outcome.due_at},
          last_error = ${outcome.last_error}, sent_at = ${outcome.sent_at}, lease_owner = null, lease_until = null
        where message_id = ${message_id} and id = ${id} and state = 'pending' and lease_owner = ${owner}`.execute(
        db,
      );
    },

    /** Makes every waiting mail due now, after an outage of the server, a clock set back, or an operator's command. */
    async makeAllDue(now: number): Promise<number> {
      const { numAffectedRows } = await sql`
        update ${table} set due_at = ${now}
        where state = 'pending' and lease_owner is null and due_at > ${now}`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },

    /** Lists the leases of all owners. Fails while the store cannot be written, because owners cannot renew their leases then. */
    leases(): Promise<Lease[]> {
      return db.transaction().execute(async (trx) => {
        const { rows } = await sql<Lease>`
          select id, message_id, lease_owner, lease_until from ${table}
          where state = 'pending' and lease_owner is not null`.execute(trx);
        return rows;
      });
    },

    /** Ends a lease of any owner, unless the owner has renewed it meanwhile. */
    async endLease({ id, message_id, lease_owner, lease_until }: Lease): Promise<void> {
      await sql`
        update ${table} set lease_owner = null, lease_until = null
        where message_id = ${message_id} and id = ${id} and state = 'pending'
          and lease_owner = ${lease_owner} and lease_until = ${lease_until}`.execute(db);
    },
  };
}

/** After this time others take over the mails of a dead process; a living one renews its leases during an exchange. */
export const LEASE_MS = 2 * 60_000;
const LOOK_EVERY_MS = 10_000;
const LOOKS = LEASE_MS / LOOK_EVERY_MS;

/**
 * Creates a function that ends the leases of dead processes. At most every ten seconds it reads all leases and counts the
 * readings since each was renewed. It does not compare `lease_until` with the wall clock, because a jump would make the leases of
 * living owners look expired (R10, R19). It counts readings instead of time, so that owners can renew after an outage of the
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
