import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { StoredTable } from './schema.ts';
import { inspectSqlite, tableNames } from './sqlite/inspect.server.ts';
import { unfinishedFile } from './unfinished-file.server.ts';

/** Rows that a copy leaves out: those whose column holds this bound or less. */
export interface LeftOutRows {
  table: StoredTable;
  column: string;
  bound: number | string;
}

/** The number of messages in a copy, and of rows that it left out. */
export interface Backup {
  messages: number;
  leftOut: number;
}

/**
 * Copies a SQLite store into one file while others use it. `VACUUM INTO` reads one consistent state without holding
 * writers up (WAL), and leaves out the free pages, where deleted messages could still be read. The file appears under its name
 * once it was read back and flushed to the disk.
 * @param limits rows that are deleted in the copy, never in the store
 * @throws UnsoundStoreError, SQLite's and the file system's errors; nothing is left behind
 */
export async function backupSqlite(
  source: string,
  target: string,
  limits: readonly LeftOutRows[],
): Promise<Backup> {
  await using partial = await unfinishedFile(target, 'partial');
  // SQLite writes into an empty file and keeps its mode, which locks other accounts out.
  await (await open(partial.path, 'wx', 0o600)).close();
  // Each step blocks, longer for a larger store; signals are handled between them.
  vacuumInto(source, partial.path);
  await setImmediate();
  const leftOut = leaveOut(partial.path, limits);
  await setImmediate();
  const { messages } = inspectSqlite(partial.path);
  await flush(partial.path);
  await rename(partial.path, target);
  await flush(dirname(target));
  return { messages, leftOut };
}

/** Makes sure that what was written to a file, or renamed in a folder, survives a power cut. */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

function vacuumInto(source: string, target: string): void {
  using db = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  db.prepare('vacuum into ?').run(target);
}

/** Deletes rows, the rows that refer to them and all their bytes, in a copy that nobody uses yet. */
function leaveOut(copy: string, limits: readonly LeftOutRows[]): number {
  using db = new DatabaseSync(copy);
  // A journal file would be one more copy of the messages. If this fails, the copy is thrown away.
  db.exec('pragma journal_mode = memory; pragma foreign_keys = on');
  // An old store lacks some tables.
  const tables = tableNames(db);
  let leftOut = 0;
  for (const { table, column, bound } of limits.filter(({ table }) => tables.includes(table)))
    leftOut += Number(db.prepare(`delete from ${table} where ${column} <= ?`).run(bound).changes);
  if (leftOut > 0) db.exec('vacuum');
  return leftOut;
}
