import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from './schema.ts';

/** An open store. Both engines run the same Kysely queries; `db.transaction()` is always a write transaction. */
export interface Storage {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Kysely<Database>;
  /** For reading only: never waits behind a writer, of this process or another. */
  readonly reads: Kysely<Database>;
  /** The pool behind `db`, for libraries that want one; undefined on SQLite. */
  readonly pool: Pool | undefined;
  /** Makes the bytes of deleted rows leave the files; call after erasing personal data. */
  scrub(): Promise<void>;
  /** Finishes what runs and closes; safe to call twice. */
  close(): Promise<void>;
}
