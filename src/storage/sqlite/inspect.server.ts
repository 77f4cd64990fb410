import { DatabaseSync } from 'node:sqlite';
import { type StoredTable, storedTables } from '../tables.ts';
import { resultCodeOf, resultCodes } from './result-codes.ts';

/** What a SQLite store holds. */
export interface SqliteInspection {
  /** Rows of each table that is there. */
  counts: Partial<Record<StoredTable, number>>;
  migrations: string[];
  /** Mails that have not left. */
  pendingMails: number;
  /** When the newest message came in, in milliseconds since 1970; undefined when there is none. */
  latestMessageAt: number | undefined;
}

/** The file is a database, and its content is damaged; `detail` is SQLite's own word on it. */
export class UnsoundStoreError extends Error {
  override name = 'UnsoundStoreError';
  readonly detail: string;

  constructor(detail: string) {
    super(`unsound store: ${detail}`);
    this.detail = detail;
  }
}

/**
 * Reads a SQLite store from one end to the other, on the calling thread: for commands, not for a server.
 * @throws UnsoundStoreError; an error of SQLite when the file is no database at all
 */
export function inspectSqlite(file: string): SqliteInspection {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  try {
    requireSound(db);
    const names = tableNames(db);
    const counts = storedTables
      .filter((table) => names.includes(table))
      .map((table) => [table, countOf(db, table)]);
    return {
      counts: Object.fromEntries(counts),
      migrations: names.includes('kysely_migration')
        ? texts(db, 'select name from kysely_migration order by name')
        : [],
      pendingMails: names.includes('outbox') ? pendingMails(db) : 0,
      latestMessageAt: names.includes('message') ? latestMessage(db) : undefined,
    };
  } catch (error) {
    throw asUnsound(error);
  } finally {
    db.close();
  }
}

function requireSound(db: DatabaseSync): void {
  const [problem] = texts(db, 'pragma integrity_check(1)');
  if (problem !== 'ok') throw new UnsoundStoreError(problem ?? 'no answer');
  const broken = db.prepare('pragma foreign_key_check').get();
  if (broken) throw new UnsoundStoreError(`foreign key of ${String(broken['table'])}`);
}

function asUnsound(error: unknown): unknown {
  return resultCodeOf(error) === resultCodes.corrupt
    ? new UnsoundStoreError((error as Error).message)
    : error;
}

/** The tables of a SQLite store; an old one lacks some. */
export function tableNames(db: DatabaseSync): string[] {
  return texts(db, "select name from sqlite_master where type = 'table'");
}

function countOf(db: DatabaseSync, table: StoredTable): number {
  return Number(db.prepare(`select count(*) as count from ${table}`).get()?.['count']);
}

function pendingMails(db: DatabaseSync): number {
  return Number(db.prepare("select count(*) as count from outbox where state = 'pending'").get()?.['count']);
}

function latestMessage(db: DatabaseSync): number | undefined {
  const at = db.prepare('select max(received_at) as at from message').get()?.['at'];
  return typeof at === 'number' ? at : undefined;
}

function texts(db: DatabaseSync, query: string): string[] {
  return db
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]));
}
