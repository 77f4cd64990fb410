import { statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { resultCodeOf, resultCodes } from '../errors.server.ts';

/** Longest wait of a caller, for its turn and for the lock of another process together. */
const LOCK_WAIT_MS = 10_000;
const RETRY_EVERY_MS = 10;
const MAX_PREPARED = 300;

/** An open file and its identity, which differs from that of any file that takes its name. */
export interface OpenFile {
  db: DatabaseSync;
  path: string;
  identity: string | undefined;
}

/**
 * Runs Kysely's queries by `node:sqlite`, on the event loop. SQLite answers at once when another process holds the lock
 * (`busy_timeout = 0`), and the statement is tried again later: pages are served meanwhile (R7).
 */
export function nodeSqliteDialect(file: OpenFile): Dialect {
  return {
    createDriver: () => createDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** Leaves it to the driver to make callers take turns: Kysely's own lock does not tell it when each asked. */
  override get supportsMultipleConnections() {
    return true;
  }
}

function createDriver({ db, path, identity }: OpenFile): Driver {
  const prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>();
  let lastTurn = Promise.resolve();
  let endTurn = () => {};

  /** Prepares each statement once: a message would take a third longer. */
  function prepare(sql: string) {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    const made = { statement, returnsRows: statement.columns().length > 0 };
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    prepared.set(sql, made);
    return made;
  }

  async function execute<R>({ sql, parameters }: CompiledQuery, giveUpAt: number): Promise<QueryResult<R>> {
    const values = parameters as SQLInputValue[];
    const result = await untilFree((): QueryResult<R> => {
      const { statement, returnsRows } = prepare(sql);
      if (returnsRows) return { rows: statement.all(...values) as R[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    }, giveUpAt);
    // After the commit: a write into a file without a name must not be acknowledged.
    if (!db.isTransaction) requireInPlace(path, identity);
    return result;
  }

  return {
    init: async () => {},
    async acquireConnection() {
      // Counted from the request. Counted from its turn, the tenth caller behind one lock would wait ten times as long.
      const giveUpAt = performance.now() + LOCK_WAIT_MS;
      const turn = lastTurn;
      const { promise, resolve } = Promise.withResolvers<void>();
      lastTurn = promise;
      await turn;
      endTurn = resolve;
      return {
        executeQuery: (query) => execute(query, giveUpAt),
        streamQuery() {
          throw new Error('nothing is read as a stream');
        },
      };
    },
    releaseConnection: async () => endTurn(),
    async beginTransaction(connection) {
      // Begins with the write lock: a transaction that reads first and then asks for it fails after any other write.
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'));
    },
    async rollbackTransaction() {
      // SQLite may have rolled back already, when the disk is full for example.
      if (db.isTransaction) db.exec('rollback');
    },
    destroy: async () => db.close(),
  };
}

/** Differs for every two files of a system, whatever their names; undefined when there is no file. */
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
 * Retries while another process has the lock.
 * @param giveUpAt an instant of `performance.now()`
 * @throws SQLite's BUSY after that instant, any other error at once
 */
export async function untilFree<T>(attempt: () => T, giveUpAt = performance.now() + LOCK_WAIT_MS) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (resultCodeOf(error) !== resultCodes.busy || performance.now() > giveUpAt) throw error;
      await delay(RETRY_EVERY_MS);
    }
  }
}
