import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from './schema.ts';

/** An open store. Both engines run the same Kysely queries; `db.transaction()` is always a write transaction. */
export interface Storage {
  /** One file, or a server that several machines share. */
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Kysely<Database>;
  /** For reading only: never waits behind a writer, of this process or another. */
  readonly reads: Kysely<Database>;
  /** The pool behind `db` on PostgreSQL, for libraries that want one. */
  readonly pool?: Pool;
  /** Runs a migration in a transaction that takes as long as it needs, one process at a time. */
  migration<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Rewrites the store without the bytes of deleted rows, in a thread of its own; the log may hold them until `cutLog`. */
  scrub(): Promise<void>;
  /** Empties the write-ahead log, once it is written back to the store. @returns false while someone reads an older state */
  cutLog(): Promise<boolean>;
  /** Finishes what runs and closes; safe to call twice. */
  close(): Promise<void>;
}
