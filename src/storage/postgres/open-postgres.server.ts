import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { type ClientBase, Pool, types } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { isBusy, MigrationFailedError, patiently, StorageUnavailableError } from '../errors.server.ts';
import type { Database } from '../schema.ts';
import type { Storage } from '../storage.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
/** The longest statement: a visitor waits for the end of a message. */
const STATEMENT_MS = 8_000;
/** Longer than a statement may take, and than the pool keeps an idle connection. A commit that no spare acknowledges ends so. */
const SILENCE_MS = 10_000;
/** Small plans share few connections between two processes. */
const IDLE_MS = 2_000;

/** Longest wait for a lock: a forgotten client must not keep visitors waiting (R21). */
const LOCK_WAIT_MS = 5_000;
const LOCK_ATTEMPTS = 3;
const LOCK_PAUSE_MS = 1_000;

/** Those of `reads` answer while the others wait for a lock (R21). */
const CONNECTIONS = { writes: 3, reads: 2 };
/** A second process during a release, and a command. */
const MOST_CONNECTIONS = 2 * (CONNECTIONS.writes + CONNECTIONS.reads) + 1;

const MIGRATION_LOCK = 7_236_011_804;

/**
 * Overrides the defaults of the database and the account. An acknowledged commit must be on the disk; a statement that waited
 * for a lock must see its holder's commit.
 */
const sessionSettings = (statementMs: number) => `select
  set_config('synchronous_commit', 'on', false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${statementMs}', false),
  set_config('lock_timeout', '${LOCK_WAIT_MS}', false),
  set_config('idle_in_transaction_session_timeout', '30s', false),
  (select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout')`;

// int8, the type of counts and milliseconds: both stay under 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/**
 * @param statementMs, silenceMs the longest statement and silence of a session; 0: no limit
 * @param begin what a new session does first
 */
function createPool(
  connectionString: string,
  statementMs: number,
  silenceMs: number,
  max: number,
  begin = async (_client: ClientBase) => {},
): Pool {
  const pool = new Pool({
    connectionString,
    enableChannelBinding: connectionString.includes('channel_binding=require'),
    max,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
    // Gives up after a silence longer than any statement may take, since its server is gone. TCP alone would try for a quarter
    // of an hour, with every message waiting.
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(silenceMs, () => socket.destroy());
    },
    // The pool releases the connection if this fails; Kysely's own hook would keep it for ever.
    onConnect: async (client) => {
      await client.query(sessionSettings(statementMs));
      await begin(client);
    },
  });
  // A restarting server breaks idle and lent connections, and without listeners each would end the process. The caller of a
  // query gets the error; the pool replaces the connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const lacksConnection = (error: unknown) => (error as { code?: unknown }).code === '53300';

/** Has every start, command and request wait for a connection that another process holds for a moment (R28). */
function patientDatabase(pool: Pool): Kysely<Database> {
  const patient = {
    connect: () => patiently(() => pool.connect(), lacksConnection),
    end: () => pool.end(),
    options: pool.options,
  };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: patient }) });
}

/**
 * Connects to PostgreSQL.
 * @param silenceMs silence after which a connection counts as lost
 * @throws StorageUnavailableError `unreachable` when no session can be had, `wrong-encoding` when the database is not in UTF-8
 */
export async function openPostgres(databaseUrl: string, silenceMs = SILENCE_MS): Promise<Storage> {
  // No timeout of PostgreSQL ends a commit that waits for a spare: without this check, each attempt would take one more session.
  const pool = createPool(databaseUrl, STATEMENT_MS, silenceMs, CONNECTIONS.writes, requireSpare);
  const readPool = createPool(databaseUrl, STATEMENT_MS, silenceMs, CONNECTIONS.reads);
  const db = patientDatabase(pool);
  const reads = patientDatabase(readPool);

  const storage: Storage = {
    engine: 'postgres',
    file: undefined,
    db,
    reads,
    skipLocked: sql`for update skip locked`,
    keepsTraces: true,
    async takeTurns(trx, key) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    },
    createRateLimiter: (limit) =>
      new RateLimiterPostgres({
        ...limit,
        storeClient: pool,
        // The library would tell it from the name of the class.
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        // Refuses a key over its limit from memory, without a write.
        inMemoryBlockOnConsumed: limit.points,
      }),
    async limits() {
      const { rows } = await sql<{ fsync: string; connections: number }>`
        select current_setting('fsync') as fsync, least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1),
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) as connections
        from pg_roles, pg_database where rolname = current_user and datname = current_database()`.execute(db);
      const [found] = rows;
      return {
        isDurable: found?.fsync !== 'off',
        connections: { allowed: found?.connections ?? MOST_CONNECTIONS, wanted: MOST_CONNECTIONS },
      };
    },
    removeLeftovers: async () => {},
    migration: (work) => inPatientSession(databaseUrl, (own) => migrateInTurn(own, work)),
    // Autovacuum would wait for fifty rows. The last traces go when PostgreSQL writes over them and recycles its log.
    async scrub() {
      await inPatientSession(databaseUrl, (own) => sql`vacuum message, outbox`.execute(own));
    },
    cutLog: async () => true,
    close: async () => void (await Promise.all([db.destroy(), reads.destroy()])),
    [Symbol.asyncDispose]: () => storage.close(),
  };
  try {
    await requireUtf8(reads);
    return storage;
  } catch (error) {
    await storage.close();
    throw error instanceof StorageUnavailableError
      ? error
      : new StorageUnavailableError('unreachable', error);
  }
}

/** A spare is away if none is connected, or if a commit of ours has waited for one for some seconds. */
const FIND_SPARE = `select current_setting('synchronous_standby_names') as spare,
  not exists (select from pg_stat_replication)
    or exists (select from pg_stat_activity where wait_event = 'SyncRep' and usename = current_user
      and state_change < now() - interval '3 seconds') as away`;

async function requireSpare(client: ClientBase): Promise<void> {
  const [found] = (await client.query<{ spare: string; away: boolean }>(FIND_SPARE)).rows;
  if (found?.spare && found.away) throw new StorageUnavailableError('spare-away', { code: found.spare });
}

/**
 * Runs a migration, one process at a time. It waits for other migrations as long as they take, but only seconds for the locks of
 * other clients: every message would queue up behind it (R21).
 * @throws PostgreSQL's error after some tries
 */
async function migrateInTurn<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = 0`.execute(trx);
        await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
        await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
        return work(trx);
      });
    } catch (error) {
      const cause = error instanceof MigrationFailedError ? error.cause : error;
      if (!isBusy(cause) || attempt === LOCK_ATTEMPTS) throw error;
    }
    await delay(LOCK_PAUSE_MS);
  }
}

/** Works in a session of its own, without limits: a large table takes time, and interrupted work would begin again. */
async function inPatientSession<T>(databaseUrl: string, work: (db: Kysely<Database>) => Promise<T>) {
  const pool = createPool(databaseUrl, 0, 0, 1);
  await using db = patientDatabase(pool);
  return await work(db);
}

/** Refuses a database that cannot hold every text, such as WIN1252: messages with an emoji would be lost. */
async function requireUtf8(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') throw new StorageUnavailableError('wrong-encoding', { code: encoding });
}
