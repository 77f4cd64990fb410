import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from './schema.ts';

export interface ServerLimits {
  /** Whether a commit is on the disk when it is acknowledged. */
  isDurable: boolean;
  /** `wanted`: the most that two processes and a command open. */
  connections: { allowed: number; wanted: number };
}

/**
 * An open store. Both engines run the same Kysely queries; `db.transaction()` is always a write transaction. Nothing outside
 * this folder asks which engine it is.
 */
export interface Storage extends AsyncDisposable {
  readonly engine: 'sqlite' | 'postgres';
  /** Path of the SQLite file; undefined when a server has the data. */
  readonly file: string | undefined;
  readonly db: Kysely<Database>;
  /** For reading only: never waits behind a writer, of this process or another. */
  readonly reads: Kysely<Database>;
  /** Ends a SELECT that claims rows: those that another process is claiming are left out. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Whether bytes of deleted rows stay on the disk, after `scrub` too, until the engine writes over them. */
  readonly keepsTraces: boolean;
  /** Makes transactions with the same key take turns until they end. */
  takeTurns(trx: Transaction<Database>, key: string): Promise<void>;
  /** Counts in the store if several machines share it, otherwise in memory. */
  createRateLimiter(limit: { points: number; duration: number; keyPrefix: string }): RateLimiterAbstract;
  /** Reads what a server allows; undefined for a file. */
  limits(): Promise<ServerLimits | undefined>;
  /** Removes copies that a killed restore left behind. For the server only: a restore that still runs could not go on. */
  removeLeftovers(): Promise<void>;
  /** Runs a migration in a transaction that takes as long as it needs, one process at a time. */
  migration<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Rewrites the store without the bytes of deleted rows, in a thread of its own; the log may hold them until `cutLog`. */
  scrub(): Promise<void>;
  /** Empties the write-ahead log, once it is written back to the store. @returns false while someone reads an older state */
  cutLog(): Promise<boolean>;
  /** Finishes what runs and closes; safe to call twice. */
  close(): Promise<void>;
}
