import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { type ClientBase, Pool, types } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { isBusy, MigrationFailedError, patiently, StorageUnavailableError } from '../errors.server.ts';
import type { Database } from '../schema.ts';
import type { Storage } from '../storage.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
/** A statement may run this long, because a visitor waits for it. */
const STATEMENT_MS = 8_000;
/** After this silence a connection counts as lost, as statements end sooner. It also ends a commit that no spare acknowledges. */
const SILENCE_MS = 10_000;
/** Idle connections close soon, because small hosting plans have few for two processes. */
const IDLE_MS = 2_000;

/** A statement waits this long for a lock, because a forgotten client must not keep visitors waiting (R21). */
const LOCK_WAIT_MS = 5_000;
const LOCK_ATTEMPTS = 3;
const LOCK_PAUSE_MS = 1_000;

/** Connections of `reads` answer while those for writing wait for a lock (R21). */
const CONNECTIONS = { writes: 3, reads: 2 };
/** Two processes during a release, and a command, may open this many. */
const MOST_CONNECTIONS = 2 * (CONNECTIONS.writes + CONNECTIONS.reads) + 1;

const MIGRATION_LOCK = 7_236_011_804;

/**
 * Overrides settings of the database and the account. An acknowledged commit must be on the disk, and a statement that waited for
 * a lock must see what its holder committed.
 */
const sessionSettings = (statementMs: number) => `select
  set_config('synchronous_commit', 'on', false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${statementMs}', false),
  set_config('lock_timeout', '${LOCK_WAIT_MS}', false),
  set_config('idle_in_transaction_session_timeout', '30s', false),
  (select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout')`;

// PostgreSQL gives counts and milliseconds as int8; all stay below 2^53, so numbers hold them.
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Creates a pool.
 * @param statementMs, silenceMs the longest statement and silence of a session; 0 sets no limit
 * @param begin runs first in a new session
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
    // A longer silence than any statement may take means that the server is gone. TCP alone would try for a quarter of an hour,
    // while every message waits.
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(silenceMs, () => socket.destroy());
    },
    // If this hook fails, the pool closes the connection; Kysely's own hook would keep it for ever.
    onConnect: async (client) => {
      await client.query(sessionSettings(statementMs));
      await begin(client);
    },
  });
  // A restarting server breaks idle and lent connections; an error without a listener would end the process. The caller of a
  // query gets the error anyway, and the pool replaces the connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const lacksConnection = (error: unknown) => (error as { code?: unknown }).code === '53300';

/** Makes starts, commands and requests wait when another process holds the last connection for a moment (R28). */
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
 * @param silenceMs after this silence a connection counts as lost
 * @throws StorageUnavailableError `unreachable` when no session can be had, `wrong-encoding` when the database is not in UTF-8
 */
export async function openPostgres(databaseUrl: string, silenceMs = SILENCE_MS): Promise<Storage> {
  // A commit that waits for a spare has no timeout; without `requireSpare` each attempt would hold one more session.
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
        // Without `storeType` the library would guess the client's type from its class name.
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        // A key over its limit is refused from memory, without a write.
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
    // Autovacuum would wait for fifty rows. The last bytes go when PostgreSQL writes over them and recycles its log.
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

/** The spare server is away if none is connected, or if a commit of ours has waited for it for 3 seconds. */
const FIND_SPARE = `select current_setting('synchronous_standby_names') as spare,
  not exists (select from pg_stat_replication)
    or exists (select from pg_stat_activity where wait_event = 'SyncRep' and usename = current_user
      and state_change < now() - interval '3 seconds') as away`;

async function requireSpare(client: ClientBase): Promise<void> {
  const [found] = (await client.query<{ spare: string; away: boolean }>(FIND_SPARE)).rows;
  if (found?.spare && found.away) throw new StorageUnavailableError('spare-away', { code: found.spare });
}

/**
 * Runs a migration, one process at a time. It waits for other migrations without limit, but only seconds for locks of other
 * clients, because every message would wait behind it (R21).
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

/** Works in a session without time limits, because a large table takes long and interrupted work would start again. */
async function inPatientSession<T>(databaseUrl: string, work: (db: Kysely<Database>) => Promise<T>) {
  const pool = createPool(databaseUrl, 0, 0, 1);
  await using db = patientDatabase(pool);
  return await work(db);
}

/** Refuses an encoding that cannot hold every text, such as WIN1252: messages with an emoji would be lost. */
async function requireUtf8(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') throw new StorageUnavailableError('wrong-encoding', { code: encoding });
}
