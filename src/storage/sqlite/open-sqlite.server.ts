import { access, constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { StorageUnavailableError, type UnavailableReason } from '../errors.ts';
import { makeFolder } from '../make-folder.server.ts';
import type { Database } from '../schema.ts';
import type { SqliteStorage } from '../storage.ts';
import { SqliteThreadDialect } from './dialect.server.ts';
import { isDiskFull } from './disk-full.server.ts';
import { SqliteDriver } from './driver.server.ts';
import { fileIdentity } from './file-in-place.server.ts';
import { resultCodeOf, resultCodes } from './result-codes.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** A replicator reads all the time: the log is then cut when it lets go, and messages must not wait for that. */
const CUT_TIMEOUT_MS = 500;
const unreadable: readonly unknown[] = [resultCodes.corrupt, resultCodes.notADatabase];

/** Where the store is in `DATA_DIR`. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'vitrine.db');
}

/** Creates the directory and an empty file nobody else may read; SQLite gives its side files the same mode. */
async function prepareFile(dataDir: string): Promise<string> {
  const file = sqliteFile(dataDir);
  await makeFolder(dataDir);
  const handle = await open(file, 'a', 0o600);
  await handle.close();
  return file;
}

function connect(file: string, identity: string | undefined, queryOnly: boolean) {
  const driver = new SqliteDriver({
    file,
    fileIdentity: identity,
    queryOnly,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  return { driver, db: new Kysely<Database>({ dialect: new SqliteThreadDialect(driver) }) };
}

async function reasonOf(error: unknown, dataDir: string): Promise<UnavailableReason> {
  const code = resultCodeOf(error);
  if (unreadable.includes(code)) return 'not-a-database';
  if (code === resultCodes.busy) return 'busy';
  if (isDiskFull(error, dataDir)) return 'full';
  if ((error as NodeJS.ErrnoException).code === 'EROFS') return 'read-only';
  return access(dataDir, constants.W_OK | constants.X_OK).then(
    () => 'unwritable-file',
    () => 'unwritable',
  );
}

/**
 * Opens `<dataDir>/vitrine.db`, creating both when absent.
 * @throws StorageUnavailableError `unwritable`, `unwritable-file`, `read-only`, `full`, `busy` or `not-a-database`
 */
export async function openSqlite(dataDir: string): Promise<SqliteStorage> {
  let db: Kysely<Database> | undefined;
  try {
    const file = await prepareFile(dataDir);
    const identity = fileIdentity(file);
    const writing = connect(file, identity, false);
    db = writing.db;
    await sql`select count(*) from sqlite_master`.execute(db);
    return sqliteStorage(db, writing.driver, connect(file, identity, true).db);
  } catch (error) {
    await db?.destroy();
    throw new StorageUnavailableError(await reasonOf(error, dataDir), error);
  }
}

function sqliteStorage(db: Kysely<Database>, driver: SqliteDriver, reads: Kysely<Database>): SqliteStorage {
  let closed: Promise<void> | undefined;
  return {
    engine: 'sqlite',
    db,
    reads,
    runInTransaction: (batches, mirror) => driver.runInTransaction(batches, mirror),
    // `secure_delete` overwrites rows where they were, but not the copies that stay behind as pages are rebalanced.
    async scrub() {
      await sql`vacuum`.execute(db);
    },
    cutLog() {
      return db.connection().execute(async (connection) => {
        await sql.raw(`pragma busy_timeout = ${CUT_TIMEOUT_MS}`).execute(connection);
        // A checkpoint that could not is no error to SQLite: its answer says so.
        const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`
          .execute(connection)
          .finally(() => sql.raw(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`).execute(connection));
        return rows[0]?.busy === 0;
      });
    },
    close() {
      closed ??= reads.destroy().then(() => db.destroy());
      return closed;
    },
  };
}
