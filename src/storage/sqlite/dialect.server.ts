import { statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { resultCodeOf, resultCodes } from '../errors.server.ts';

/** Longest wait of all statements together for the lock of another process. */
const BUSY_TIMEOUT_MS = 10_000;
const RETRY_EVERY_MS = 10;
/** A lock met again within this time counts as the same one. */
const SAME_LOCK_MS = 1_000;
/** Enough for every statement of the program. */
const MAX_PREPARED = 300;

/** An open file and its identity, which differs from that of any file that takes its name. */
export interface OpenFile {
  db: DatabaseSync;
  path: string;
  identity: string | undefined;
}

/**
 * Gives Kysely's own dialect over `node:sqlite`, on the event loop. SQLite answers at once when another process holds the lock
 * (`busy_timeout = 0`), and the statement is tried again later: pages are served meanwhile (R7).
 */
export function nodeSqliteDialect(file: OpenFile): Dialect {
  return {
    createDriver: () => new RetryingDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class RetryingDriver extends SqliteDriver {
  readonly #file: OpenFile;
  readonly #untilFree = createLockWait();

  constructor(file: OpenFile) {
    super({ database: betterSqliteShape(file.db) });
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const { db, path, identity } = this.#file;
    return {
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        const result = await this.#untilFree(() => connection.executeQuery<R>(query));
        // After the commit: a write into a file without a name must not be acknowledged.
        if (!db.isTransaction) requireInPlace(path, identity);
        return result;
      },
    };
  }

  /** Begins with the write lock: a transaction that reads first and then asks for it fails after any other write. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite may have rolled back already, when the disk is full for example. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#file.db.isTransaction) this.#file.db.exec('rollback');
  }
}

/** Tells a file from every other one of its system, whatever its name; undefined when there is none. */
export function fileIdentity(file: string): string | undefined {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false });
  return status && `${status.dev} ${status.ino}`;
}

/**
 * Makes sure that the opened file still has its name. A file that was removed or replaced stays open, and SQLite's writes to it
 * are lost.
 * @throws an error with the code `ERR_STORE_FILE_GONE`
 */
export function requireInPlace(file: string, identity: string | undefined): void {
  if (fileIdentity(file) === identity) return;
  // Every process: one that ends later would delete the log of the new file, by its name.
  const message = `${file} was removed or replaced while it was open: stop every process of the site before you put it right`;
  throw Object.assign(new Error(message), { code: 'ERR_STORE_FILE_GONE' });
}

/**
 * Creates a function that retries while another process has the lock. Statements that wait one after the other give up
 * together.
 * @returns a function that throws SQLite's BUSY once the lock has lasted for `withinMs`, any other error at once
 */
export function createLockWait(withinMs = BUSY_TIMEOUT_MS) {
  let lockedSince = 0;
  let lockSeen = Number.NEGATIVE_INFINITY;
  return async <T>(attempt: () => Promise<T> | T): Promise<T> => {
    for (;;) {
      try {
        const result = await attempt();
        lockSeen = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        if (resultCodeOf(error) !== resultCodes.busy) throw error;
        const now = performance.now();
        if (now - lockSeen > SAME_LOCK_MS) lockedSince = now;
        lockSeen = now;
        if (now - lockedSince > withinMs) throw error;
        await delay(RETRY_EVERY_MS);
      }
    }
  };
}

/**
 * Adapts `node:sqlite` to the interface of better-sqlite3, which Kysely's dialect expects. Statements are prepared once: a
 * message would take a third longer.
 */
function betterSqliteShape(db: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    close: () => db.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = db.prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      const made: ReturnType<SqliteDatabase['prepare']> = {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      prepared.set(sql, made);
      return made;
    },
  };
}
