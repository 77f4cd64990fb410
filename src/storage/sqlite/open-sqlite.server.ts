import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { reasonOf, StorageUnavailableError, type UnavailableReason } from '../errors.server.ts';
import { giveOwner, sqliteFile, temporaryFilesBeside } from '../files.server.ts';
import { removeStaged } from '../restore.server.ts';
import type { Database } from '../schema.ts';
import type { Storage } from '../storage.ts';
import { nodeSqliteDialect, untilFree } from './dialect.server.ts';
import { type OpenFile, requireOwnLog, watchFile } from './open-file.server.ts';

const CUT_ATTEMPTS = 20;
const CUT_EVERY_MS = 25;

/**
 * Opens `<dataDir>/vitrine.db`, and creates folder and file if they are missing.
 * @throws StorageUnavailableError `unwritable`, `unwritable-file`, `read-only`, `full`, `busy` or `damaged`
 */
export async function openSqlite(dataDir: string): Promise<Storage> {
  requireOwnLog(sqliteFile(dataDir));
  let db: Kysely<Database> | undefined;
  try {
    const file = await prepareFile(dataDir);
    const open = watchFile(file);
    db = await connect(file, open, 'writes');
    await sql`select count(*) from sqlite_master`.execute(db);
    return sqliteStorage(file, open, db, await connect(file, open, 'reads'));
  } catch (error) {
    await db?.destroy();
    throw new StorageUnavailableError(await whyClosed(error, dataDir), error);
  }
}

/** Creates the folder and an empty file that nobody else may read; SQLite gives its side files the same mode. */
async function prepareFile(dataDir: string): Promise<string> {
  const file = sqliteFile(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  const handle = await open(file, 'a', 0o600);
  await handle.close();
  if (isNew) await giveOwner(file, dataDir);
  return file;
}

/** Opens a connection that commits durably (R11), checks foreign keys and overwrites deleted rows. */
async function connect(file: string, open: OpenFile, mode: 'reads' | 'writes'): Promise<Kysely<Database>> {
  // If the file is gone, SQLite would create a new one.
  open.requireInPlace();
  const db = new DatabaseSync(file, { timeout: 0 });
  await untilFree(() => db.exec('pragma journal_mode = wal'));
  db.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  temporaryFilesBeside(db, file);
  db.exec(`pragma query_only = ${mode === 'reads'}`);
  open.noteWritten();
  return new Kysely<Database>({ dialect: nodeSqliteDialect(db, open, mode) });
}

async function whyClosed(error: unknown, dataDir: string): Promise<UnavailableReason> {
  const reason = reasonOf(error, dirname(sqliteFile(dataDir)));
  if (reason && reason !== 'unwritable-file') return reason;
  if ((error as NodeJS.ErrnoException).code === 'EROFS') return 'read-only';
  return access(dataDir, constants.W_OK | constants.X_OK).then(
    () => 'unwritable-file',
    () => 'unwritable',
  );
}

function sqliteStorage(file: string, open: OpenFile, db: Kysely<Database>, reads: Kysely<Database>): Storage {
  let closed: Promise<void> | undefined;
  return {
    engine: 'sqlite',
    file,
    db,
    reads,
    // No row needs skipping, because SQLite has one writer at a time.
    skipLocked: sql``,
    takeTurns: async () => {},
    keepsTraces: false,
    createRateLimiter: (limit) => new RateLimiterMemory(limit),
    limits: async () => undefined,
    removeLeftovers: () => removeStaged(file),
    migration: (work) => db.transaction().execute(work),
    // `secure_delete` overwrites a row in its place, but not the copies left behind when SQLite moves rows between pages.
    async scrub() {
      const worker = new Worker(new URL('./scrub-worker.server.ts', import.meta.url), { workerData: file });
      // After the exit its connection is closed; the last connection to close removes the log, and a restore may follow.
      await once(worker, 'exit');
      open.noteWritten();
    },
    cutLog: () => cutLog(db),
    close() {
      closed ??= destroyWhenIdle(reads).then(() => destroyWhenIdle(db));
      return closed;
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}

/** Empties the log. SQLite itself would wait for readers with the write lock held, and a replicator reads all the time. */
async function cutLog(db: Kysely<Database>): Promise<boolean> {
  for (let attempt = 0; attempt < CUT_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await delay(CUT_EVERY_MS);
    // SQLite reports a blocked checkpoint in its answer, and not as an error.
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
  }
  return false;
}

/** Closes the connection once no query runs, because Kysely would close it during one. */
async function destroyWhenIdle(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async () => {});
  await db.destroy();
}
