import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from './schema.ts';

export interface ServerLimits {
  /** Whether an acknowledged commit is on the disk. */
  isDurable: boolean;
  /** `wanted` is what two processes and a command open at most. */
  connections: { allowed: number; wanted: number };
}

/**
 * An open store. Both engines run the same Kysely queries, and `db.transaction()` always starts a write transaction. No code
 * outside this folder depends on the engine.
 */
export interface Storage extends AsyncDisposable {
  readonly engine: 'sqlite' | 'postgres';
  /** Path of the SQLite file; undefined if a server holds the data. */
  readonly file: string | undefined;
  readonly db: Kysely<Database>;
  /** Connections for reading only, which never wait for a writer of this or another process. */
  readonly reads: Kysely<Database>;
  /** The end of a SELECT that claims rows; it leaves out rows that another process is claiming. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Whether bytes of deleted rows stay on the disk, even after `scrub`, until the engine writes over them. */
  readonly keepsTraces: boolean;
  /** Makes transactions with the same key run one after another. */
  takeTurns(trx: Transaction<Database>, key: string): Promise<void>;
  /** Counts in the store if several machines share it, otherwise in memory. */
  createRateLimiter(limit: { points: number; duration: number; keyPrefix: string }): RateLimiterAbstract;
  /** Reads the limits of a database server; undefined for a file. */
  limits(): Promise<ServerLimits | undefined>;
  /** Removes copies that a killed restore left. Only the server may call it, because it would break a running restore. */
  removeLeftovers(): Promise<void>;
  /** Runs a migration in a transaction without time limit, one process at a time. */
  migration<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Rewrites the store without the bytes of deleted rows, without blocking; the log may hold them until `cutLog`. */
  scrub(): Promise<void>;
  /** Empties the write-ahead log after writing it back to the store. @returns false while someone reads an older state */
  cutLog(): Promise<boolean>;
  /** Waits for running work and closes; may be called twice. */
  close(): Promise<void>;
}
