import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from './schema.ts';

/** A statement, and the parameters of each time it is run. */
export interface Batch {
  readonly sql: string;
  readonly runs: readonly (readonly unknown[])[];
  /** Which earlier batch decides: each run is left out where the same run of that batch changed nothing. */
  readonly ifChanged?: number;
}

/**
 * What one connection to a SQLite store keeps for itself alone, in tables that no sync waits for: nothing that cannot be made
 * again from the store.
 */
export interface Mirror {
  /** Statements that make it, with triggers that keep it like the store where the batches do not. Run once. */
  readonly make: string;
  /** Fills it from the store. Run first, and again when another connection wrote, a command failed, or the clock was set back. */
  readonly fill: readonly Batch[];
  /** Forgets what counts no more; run once in so many milliseconds. */
  readonly trim: Batch;
  readonly trimEveryMs: number;
  /** When it is looked at, in milliseconds since 1970. */
  readonly now: number;
}

/** An open store. Both engines run the same Kysely queries; `db.transaction()` is always a write transaction. */
export type Storage = SqliteStorage | PostgresStorage;

interface AnyStorage {
  readonly db: Kysely<Database>;
  /** For reading only: never waits behind a writer, of this process or another. */
  readonly reads: Kysely<Database>;
  /** Rewrites the store without the bytes of deleted rows; its files may hold them until `cutLog`. */
  scrub(): Promise<void>;
  /** Empties the write-ahead log, once it is written back to the store. @returns false while someone reads an older state */
  cutLog(): Promise<boolean>;
  /** Finishes what runs and closes; safe to call twice. */
  close(): Promise<void>;
}

/** A store in one file. */
export interface SqliteStorage extends AnyStorage {
  readonly engine: 'sqlite';
  /**
   * Runs all batches in one transaction, in one visit to the thread of the store: statements one by one would wait for the
   * event loop between them, and hold the lock meanwhile.
   * @param mirror what the batches refer to; up to date when they run; `make` is the same for every transaction of a store
   * @returns how many rows each run changed; 0 where it was left out
   */
  runInTransaction(batches: readonly Batch[], mirror?: Mirror): Promise<number[][]>;
}

/** A store that several machines share. */
export interface PostgresStorage extends AnyStorage {
  readonly engine: 'postgres';
  /** The pool behind `db`, for libraries that want one. */
  readonly pool: Pool;
}
