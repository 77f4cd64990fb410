import { DatabaseSync } from 'node:sqlite';
import { resultCodeOf, resultCodes } from '../errors.server.ts';

/** The file is a database with damaged content; the message is SQLite's own word on it. */
export class UnsoundStoreError extends Error {
  override name = 'UnsoundStoreError';
}

/**
 * Checks and counts a whole SQLite store, on the calling thread: for commands, not for a server. A database that is no store of
 * the site has no migrations.
 * @throws UnsoundStoreError; an error of SQLite when the file is no database at all
 */
export function inspectSqlite(file: string) {
  using db = new DatabaseSync(file, { timeout: 5_000 });
  try {
    requireSound(db);
    if (!tableNames(db).includes('kysely_migration'))
      return { migrations: [], messages: 0, latestMessageAt: null, pendingMails: 0 };
    return {
      migrations: column<string>(db, 'select name from kysely_migration order by name'),
      messages: column<number>(db, 'select count(*) from message')[0] ?? 0,
      /** Milliseconds since 1970. */
      latestMessageAt: column<number | null>(db, 'select max(received_at) from message')[0] ?? null,
      pendingMails: column<number>(db, "select count(*) from outbox where state = 'pending'")[0] ?? 0,
    };
  } catch (error) {
    if (resultCodeOf(error) === resultCodes.corrupt) throw new UnsoundStoreError((error as Error).message);
    throw error;
  }
}

/** Reads what a task noted in a SQLite store of any version; undefined if it never ran. @throws SQLite's errors */
export function readTaskRun(file: string, name: string): { ran_at: number; outcome: string } | undefined {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  if (!tableNames(db).includes('task_run')) return undefined;
  const row = db.prepare('select ran_at, outcome from task_run where name = ?').get(name);
  return row && { ran_at: Number(row['ran_at']), outcome: String(row['outcome']) };
}

export function tableNames(db: DatabaseSync): string[] {
  return column(db, "select name from sqlite_master where type = 'table'");
}

function requireSound(db: DatabaseSync): void {
  const [problem] = column(db, 'pragma integrity_check(1)');
  if (problem !== 'ok') throw new UnsoundStoreError(problem);
  const [broken] = column(db, 'pragma foreign_key_check');
  if (broken !== undefined) throw new UnsoundStoreError(`foreign key of ${broken}`);
}

function column<T = string>(db: DatabaseSync, query: string): T[] {
  const rows = db.prepare(query).all();
  return rows.map((row) => Object.values(row)[0] as T);
}
