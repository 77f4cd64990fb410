import { type Selectable, sql } from 'kysely';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** A claimed mail. Only the process that claimed it may settle it, as long as its lease is in the row. */
export interface Claimed {
  /** Also the left part of the Message-ID header. */
  id: string;
  messageId: string;
  /** This attempt included. */
  attempts: number;
}

export interface ClaimOptions {
  /** Milliseconds since 1970. */
  now: number;
  /** Unique to a process and its start. */
  owner: string;
  limit: number;
  leaseMs: number;
  /** Mails of this owner that it still works on: never claimed again, even when the clock has jumped forward. */
  held?: readonly string[];
  /** False: leave other owners' expired leases alone, as when the clock has just jumped forward. */
  takeOver?: boolean;
}

type OutboxRow = Selectable<Database['outbox']>;

/** Takes up to `limit` due mails, oldest due first, for `leaseMs`; no two owners ever get the same one. */
export async function claim(storage: Storage, options: ClaimOptions): Promise<Claimed[]> {
  const { now, owner, limit, leaseMs, held = [], takeOver = true } = options;
  const free = takeOver
    ? sql<boolean>`(lease_until is null or lease_until <= ${now})`
    : sql<boolean>`lease_until is null`;
  let due = storage.db
    .selectFrom('outbox')
    .select(['message_id', 'id'])
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .where(free)
    .orderBy('due_at')
    .limit(limit);
  if (held.length > 0) due = due.where('id', 'not in', held);
  // Without the lock of each candidate, two replicas could choose the same row at once.
  if (storage.engine === 'postgres') due = due.forUpdate().skipLocked();
  const rows = await storage.db
    // Materialized: as a mere subquery PostgreSQL may run it more than once, and would lock and take other rows each time.
    .with(
      (cte) => cte('due').materialized(),
      () => due,
    )
    .updateTable('outbox')
    .set(({ eb }) => ({ lease_owner: owner, lease_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('message_id', 'id'),
        'in',
        selectFrom('due').select(['due.message_id', 'due.id']).$asTuple('message_id', 'id'),
      ),
    )
    .returning(['id', 'message_id', 'attempts'])
    .execute();
  return rows.map(toClaimed);
}

function toClaimed(row: Pick<OutboxRow, 'id' | 'message_id' | 'attempts'>): Claimed {
  return { id: row.id, messageId: row.message_id, attempts: row.attempts };
}
