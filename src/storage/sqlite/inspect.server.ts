import { DatabaseSync } from 'node:sqlite';
import { resultCodeOf, resultCodes } from '../errors.server.ts';

export interface SqliteInspection {
  /** Names of the applied migrations; none in a database that is no store of the site. */
  migrations: string[];
  messages: number;
  /** When the newest message came in, in milliseconds since 1970; undefined when there is none. */
  latestMessageAt: number | undefined;
  /** Mails that have not left. */
  pendingMails: number;
}

/** The file is a database with damaged content; the message is SQLite's own word on it. */
export class UnsoundStoreError extends Error {
  override name = 'UnsoundStoreError';
}

/**
 * Checks and counts a whole SQLite store, on the calling thread: for commands, not for a server.
 * @throws UnsoundStoreError; an error of SQLite when the file is no database at all
 */
export function inspectSqlite(file: string): SqliteInspection {
  using db = new DatabaseSync(file, { timeout: 5_000 });
  try {
    requireSound(db);
    if (!tableNames(db).includes('kysely_migration'))
      return { migrations: [], messages: 0, latestMessageAt: undefined, pendingMails: 0 };
    const [messages] = column(db, 'select count(*) from message');
    const [latestMessageAt] = column(db, 'select max(received_at) from message');
    const [pendingMails] = column(db, "select count(*) from outbox where state = 'pending'");
    return {
      migrations: column(db, 'select name from kysely_migration order by name').map(String),
      messages: Number(messages),
      latestMessageAt: typeof latestMessageAt === 'number' ? latestMessageAt : undefined,
      pendingMails: Number(pendingMails),
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
  return column(db, "select name from sqlite_master where type = 'table'").map(String);
}

function requireSound(db: DatabaseSync): void {
  const [problem] = column(db, 'pragma integrity_check(1)');
  if (problem !== 'ok') throw new UnsoundStoreError(String(problem));
  const [broken] = column(db, 'pragma foreign_key_check');
  if (broken !== undefined) throw new UnsoundStoreError(`foreign key of ${broken}`);
}

/** Returns the first value of each row. */
function column(db: DatabaseSync, query: string): unknown[] {
  return db
    .prepare(query)
    .all()
    .map((row) => Object.values(row)[0]);
}
