import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Batch, Mirror } from '../storage.ts';
import { type ConnectionThread, startConnectionThread } from './connection-thread.server.ts';
import type { ThreadSettings } from './protocol.ts';

/**
 * A connection keeps the thread it began with: if that thread dies inside a transaction, what follows is refused
 * instead of running outside of any transaction on the next thread.
 */
class SqliteConnection implements DatabaseConnection {
  readonly thread: ConnectionThread;

  constructor(thread: ConnectionThread) {
    this.thread = thread;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.thread.send({ kind: 'query', sql, parameters });
    const result = { rows: rows as R[] };
    return changes === undefined ? result : { ...result, numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: refuses before the first row; long reads go page by page instead.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported: read page by page');
  }
}

/** One connection, lent in order of arrival. A dead thread is replaced for the next borrower. */
export class SqliteDriver implements Driver {
  readonly #settings: ThreadSettings;
  #thread: ConnectionThread | undefined;
  #closed = false;
  #queue: Promise<void> = Promise.resolve();
  #releases = new WeakMap<DatabaseConnection, () => void>();

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  async init(): Promise<void> {
    this.#thread = await startConnectionThread(this.#settings);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const before = this.#queue;
    const mine = Promise.withResolvers<void>();
    this.#queue = mine.promise;
    await before;
    try {
      if (this.#closed) throw new Error('the store is closed');
      if (!this.#thread?.alive) await this.init();
      const connection = new SqliteConnection(this.#thread as ConnectionThread);
      this.#releases.set(connection, mine.resolve);
      return connection;
    } catch (error) {
      mine.resolve();
      throw error;
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#releases.get(connection)?.();
  }

  /** Immediate: a transaction that reads, then asks for the write lock, would be refused after any other write. */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.thread.send({ kind: 'query', sql: 'begin immediate', parameters: [] });
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.thread.send({ kind: 'query', sql: 'commit', parameters: [] });
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.thread.alive) await connection.thread.send({ kind: 'rollback' });
  }

  /** A whole transaction as one command: see `SqliteStorage`. */
  async runInTransaction(batches: readonly Batch[], mirror?: Mirror): Promise<number[][]> {
    const connection = await this.acquireConnection();
    try {
      return await connection.thread.send({ kind: 'transaction', batches, mirror });
    } finally {
      await this.releaseConnection(connection);
    }
  }

  async destroy(): Promise<void> {
    await this.#queue;
    this.#closed = true;
    if (this.#thread?.alive) await this.#thread.send({ kind: 'close' });
  }
}
