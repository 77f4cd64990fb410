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
import type { OpenFile } from './open-file.server.ts';

/** A caller waits at most this long for its turn and for the lock of another process together. */
const LOCK_WAIT_MS = 10_000;
const RETRY_EVERY_MS = 10;
const MAX_PREPARED = 300;

/**
 * Runs Kysely's queries with `node:sqlite` on the event loop. If another process holds the lock, SQLite refuses at once
 * (`busy_timeout = 0`). The statement is repeated later, and pages are served meanwhile (R7).
 */
export function nodeSqliteDialect(db: DatabaseSync, file: OpenFile, mode: 'reads' | 'writes'): Dialect {
  return {
    createDriver: () => createDriver(db, file, mode === 'writes'),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** The driver itself makes callers take turns; Kysely's own lock would hide since when each has waited. */
  override get supportsMultipleConnections() {
    return true;
  }
}

function createDriver(db: DatabaseSync, file: OpenFile, writes: boolean): Driver {
  const prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>();
  let lastTurn = Promise.resolve();
  let endTurn = () => {};

  /** Prepares each statement once; preparing it each time would make a message take a third longer. */
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
    // Another program has written into the file, so SQLite's cached pages may be out of date.
    if (writes && !db.isTransaction && file.wasTouched()) db.exec('pragma shrink_memory');
    const result = await untilFree((): QueryResult<R> => {
      const { statement, returnsRows } = prepare(sql);
      if (returnsRows) return { rows: statement.all(...values) as R[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    }, giveUpAt);
    // The check follows the commit, because a write into a removed file must not be acknowledged.
    if (!db.isTransaction) file[writes ? 'noteWritten' : 'requireInPlace']();
    return result;
  }

  return {
    init: async () => {},
    async acquireConnection() {
      // The time counts from the request; counted from its turn, the tenth caller behind one lock would wait ten times as long.
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
      // The transaction takes the write lock at once: a transaction that reads first fails if another one writes meanwhile.
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'));
    },
    async rollbackTransaction() {
      // SQLite may have rolled back by itself, as when the disk is full.
      if (db.isTransaction) db.exec('rollback');
    },
    destroy: async () => db.close(),
  };
}

/**
 * Repeats a statement while another process has the lock.
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
