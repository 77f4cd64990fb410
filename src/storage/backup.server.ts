import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { resultCodeOf, resultCodes } from './errors.server.ts';
import { temporaryFilesBeside } from './files.server.ts';
import type { Database, StoredTable } from './schema.ts';
import { lastRun, noteRun } from './task-runs.server.ts';

/** Rows that a copy leaves out: those whose column holds `bound` or less. */
export interface LeftOutRows {
  table: StoredTable;
  column: string;
  bound: number | string;
}

/**
 * Writes a copy of the store, a SQLite file for both engines, and checks it.
 * @param copy a file that does not exist yet
 * @param fill writes the whole store into that file, which is empty before
 * @param limits rows to delete in the copy; the store keeps them
 * @returns the number of messages in the copy, and of rows that it left out
 * @throws UnsoundStoreError, the engine's and the file system's errors
 */
export async function writeCopy(
  copy: string,
  fill: (copy: string) => Promise<void> | void,
  limits: readonly LeftOutRows[],
) {
  // SQLite keeps the mode of an existing empty file, so other accounts cannot read the copy.
  await (await open(copy, 'wx', 0o600)).close();
  // Each step blocks the process, so signals are handled between the steps.
  await fill(copy);
  await setImmediate();
  const leftOut = leaveOut(copy, limits);
  await setImmediate();
  const { messages } = inspectSqlite(copy);
  return { messages, leftOut };
}

/**
 * Copies a SQLite store while others use it. `VACUUM INTO` reads one consistent state without delaying writers (WAL). It leaves
 * out free pages, where deleted messages could still be read.
 */
export function vacuumInto(source: string, copy: string): void {
  using db = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  temporaryFilesBeside(db, copy);
  db.prepare('vacuum into ?').run(copy);
}

/** Deletes rows, the rows that refer to them and all their bytes from a copy that nobody uses yet. */
function leaveOut(copy: string, limits: readonly LeftOutRows[]): number {
  using db = new DatabaseSync(copy);
  temporaryFilesBeside(db, copy);
  // A store of an older version lacks some tables.
  const tables = tableNames(db);
  let leftOut = 0;
  for (const { table, column, bound } of limits.filter(({ table }) => tables.includes(table)))
    leftOut += Number(db.prepare(`delete from ${table} where ${column} <= ?`).run(bound).changes);
  if (leftOut > 0) db.exec('vacuum');
  return leftOut;
}

const NAME = 'backup';

export function noteBackup(db: Kysely<Database>, now: number, file: string | undefined): Promise<void> {
  return noteRun(db, NAME, { ran_at: now, outcome: JSON.stringify({ file }) });
}

/** Returns the last copy, without a file name if it went to standard output; undefined if none was ever made. */
export async function lastBackup(db: Kysely<Database>) {
  const run = await lastRun(db, NAME);
  return run && { madeAt: run.ran_at, ...(JSON.parse(run.outcome) as { file?: string }) };
}

/** Tells that a file is a database with damaged content; the message is SQLite's own. */
export class UnsoundStoreError extends Error {
  override name = 'UnsoundStoreError';
}

/**
 * Checks a whole SQLite store and counts its content. It blocks the thread, so only commands use it. A database that is no store
 * of the site has no migrations.
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
      /** The instant is in milliseconds since 1970. */
      latestMessageAt: column<number | null>(db, 'select max(received_at) from message')[0] ?? null,
      pendingMails: column<number>(db, "select count(*) from outbox where state = 'pending'")[0] ?? 0,
    };
  } catch (error) {
    if (resultCodeOf(error) === resultCodes.corrupt) throw new UnsoundStoreError((error as Error).message);
    throw error;
  }
}

/** Reads what a task noted in a SQLite store of any version; undefined if it never ran. @throws SQLite's errors */
export function readTaskRun(file: string, name: string) {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  if (!tableNames(db).includes('task_run')) return undefined;
  const row = db.prepare('select ran_at, outcome from task_run where name = ?').get(name);
  return row as { ran_at: number; outcome: string } | undefined;
}

function tableNames(db: DatabaseSync): string[] {
  return column(db, "select name from sqlite_master where type = 'table'");
}

/** Refuses a damaged database. @throws UnsoundStoreError; SQLite's error when it cannot read on */
export function requireSound(db: DatabaseSync): void {
  const [problem] = column(db, 'pragma integrity_check(1)');
  if (problem !== 'ok') throw new UnsoundStoreError(problem);
  const [broken] = column(db, 'pragma foreign_key_check');
  if (broken !== undefined) throw new UnsoundStoreError(`foreign key of ${broken}`);
}

function column<T = string>(db: DatabaseSync, query: string): T[] {
  const rows = db.prepare(query).all();
  return rows.map((row) => Object.values(row)[0] as T);
}
