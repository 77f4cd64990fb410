import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool, types } from 'pg';
import { StorageUnavailableError } from '../errors.server.ts';
import type { Database } from '../schema.ts';
import type { PostgresStorage } from '../storage.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_LIMIT = '15s';
/** Longer than a statement may take, and than the pool keeps an idle connection. */
const SILENCE_MS = 20_000;

/** The number of the advisory lock that a migration takes: any will do. */
const MIGRATION_LOCK = 7_236_011_804;

/**
 * Overrides the defaults of the database and the account. An acknowledged commit must be on the disk; a statement that waited
 * for a lock must see its holder's commit.
 */
const sessionSettings = `select
  set_config('synchronous_commit', 'on', false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${STATEMENT_LIMIT}', false),
  set_config('idle_in_transaction_session_timeout', '30s', false)`;

// int8 (20) and numeric (1700, the type of a sum): counts and milliseconds stay under 2^53.
for (const oid of [20, 1700]) types.setTypeParser(oid, Number);

/**
 * Makes the socket of a connection. It gives up after a silence longer than any statement may take, since its server is gone.
 * TCP alone would try for a quarter of an hour, with every message waiting.
 * @param isPatient whether a statement runs that may be silent for longer
 */
function createSocket(silenceMs: number, isPatient: () => boolean): Socket {
  const socket = new Socket();
  socket.on('timeout', () => {
    if (isPatient()) socket.setTimeout(silenceMs);
    else socket.destroy();
  });
  return socket.setTimeout(silenceMs);
}

function createPool(connectionString: string, silenceMs: number, isPatient: () => boolean): Pool {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    stream: () => createSocket(silenceMs, isPatient),
    // The pool releases the connection if this fails; Kysely's own hook would keep it for ever.
    onConnect: (client) => client.query(sessionSettings),
  });
  // A restarting server breaks idle and lent connections, and without listeners each would end the process. The caller of a
  // query gets the error; the pool replaces the connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Connects to PostgreSQL.
 * @param silenceMs silence after which a connection counts as lost
 * @throws StorageUnavailableError `unreachable` when no session can be had, `wrong-encoding` when the database is not in UTF-8
 */
export async function openPostgres(databaseUrl: string, silenceMs = SILENCE_MS): Promise<PostgresStorage> {
  // An interrupted migration would begin again and again.
  let isPatient = false;
  const pool = createPool(databaseUrl, silenceMs, () => isPatient);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

  const storage: PostgresStorage = {
    engine: 'postgres',
    db,
    reads: db,
    pool,
    async migration(work) {
      isPatient = true;
      try {
        return await db.transaction().execute(async (trx) => {
          await sql`set local statement_timeout = 0`.execute(trx);
          await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
          return work(trx);
        });
      } finally {
        isPatient = false;
      }
    },
    scrub: () => vacuum(databaseUrl),
    cutLog: async () => true,
    close: () => db.destroy(),
  };
  try {
    await requireUtf8(db);
    return storage;
  } catch (error) {
    await storage.close();
    throw error instanceof StorageUnavailableError
      ? error
      : new StorageUnavailableError('unreachable', error);
  }
}

/**
 * Removes erased rows from the files; autovacuum would wait for fifty rows. The last traces go when PostgreSQL writes over them
 * and recycles its log. Its own session may run, and be silent, longer than any other: a large table takes time.
 */
async function vacuum(connectionString: string): Promise<void> {
  const limits = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, keepAliveInitialDelayMillis: SILENCE_MS };
  const client = new Client({ connectionString, keepAlive: true, ...limits });
  // The running statement fails with the same error.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('vacuum message, outbox');
  } finally {
    await client.end();
  }
}

/** Refuses a database that cannot hold every text, such as WIN1252: messages with an emoji would be lost. */
async function requireUtf8(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') throw new StorageUnavailableError('wrong-encoding', { code: encoding });
}
