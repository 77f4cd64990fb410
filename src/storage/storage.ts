import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from './schema.ts';

/** An open store. Both engines run the same Kysely queries; `db.transaction()` is always a write transaction. */
export type Storage = SqliteStorage | PostgresStorage;

interface AnyStorage {
  readonly db: Kysely<Database>;
  /** For reading only: never waits behind a writer, of this process or another. */
  readonly reads: Kysely<Database>;
  /** Runs a migration in a transaction that takes as long as it needs, one process at a time. */
  migration<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Rewrites the store without the bytes of deleted rows, in a thread of its own; the log may hold them until `cutLog`. */
  scrub(): Promise<void>;
  /** Empties the write-ahead log, once it is written back to the store. @returns false while someone reads an older state */
  cutLog(): Promise<boolean>;
  /** Finishes what runs and closes; safe to call twice. */
  close(): Promise<void>;
}

/** A store in one file. */
export interface SqliteStorage extends AnyStorage {
  readonly engine: 'sqlite';
}

/** A store that several machines share. */
export interface PostgresStorage extends AnyStorage {
  readonly engine: 'postgres';
  /** The pool behind `db`, for libraries that want one. */
  readonly pool: Pool;
}
