import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { StorageUnavailableError } from '../errors.ts';
import type { Database } from '../schema.ts';
import type { PostgresStorage } from '../storage.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
const MIGRATION_LOCK = 7_236_011_804;

/**
 * Bound to the transaction, not to the session as Kysely's own: it is given back even when the migration failed,
 * and a failure is not hidden by an unlock that the aborted transaction refuses.
 */
class TransactionLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {}
}

class StorageDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new TransactionLockAdapter();
  }
}

/** A commit that PostgreSQL acknowledges must be on its disk, whatever the server's default says. */
const ordinaryTimeout = `set_config('statement_timeout', '15s', false)`;
const sessionSettings = `select
  set_config('synchronous_commit', 'on', false),
  ${ordinaryTimeout},
  set_config('idle_in_transaction_session_timeout', '30s', false)`;

/** int8 (20) and numeric (1700, the type of a sum) as numbers: counts and milliseconds stay under 2^53. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === 20 || oid === 1700) return (value: string) => Number(value);
  return types.getTypeParser(oid, format as 'text');
}

function createPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
    // The pool takes a connection back when this fails; Kysely's own hook would keep it for ever.
    onConnect: (client) => client.query(sessionSettings),
  });
  // A server that restarts breaks connections, idle or lent: without listeners each would end the process.
  // Whoever runs a query gets the error; the pool replaces the connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Connects to PostgreSQL. Throws StorageUnavailableError `unreachable` when no session can be had. */
export async function openPostgres(databaseUrl: string): Promise<PostgresStorage> {
  const pool = createPool(databaseUrl);
  const db = new Kysely<Database>({ dialect: new StorageDialect({ pool }) });
  let closed: Promise<void> | undefined;
  const storage: PostgresStorage = {
    engine: 'postgres',
    db,
    reads: db,
    pool,
    // Dead rows are freed for reuse; their last traces go as PostgreSQL writes over them and recycles its log.
    async scrub() {
      await db.connection().execute(async (session) => {
        // As long as it takes: the limit of a session is for what visitors wait for.
        await sql`set statement_timeout = 0`.execute(session);
        await sql`vacuum message, outbox, page_view`
          .execute(session)
          .finally(() => sql`select ${sql.raw(ordinaryTimeout)}`.execute(session));
      });
    },
    close() {
      closed ??= db.destroy();
      return closed;
    },
  };
  try {
    await sql`select 1`.execute(db);
    return storage;
  } catch (error) {
    await storage.close();
    throw new StorageUnavailableError('unreachable', error);
  }
}
