import { DatabaseSync } from 'node:sqlite';
import type { StoredTable } from '../tables.ts';
import { tableNames } from './inspect.server.ts';
import { keepTemporaryFilesBeside } from './temporary-files.server.ts';

/** Rows that a copy leaves out: those whose column holds this bound or less. */
export interface LeftOutRows {
  table: StoredTable;
  column: string;
  bound: number | string;
}

/** How many rows of each table a copy left out. */
export type LeftOutCounts = Partial<Record<StoredTable, number>>;

/**
 * Deletes these rows in a copy that nobody uses yet, with what refers to them and all their bytes. The file is worth nothing
 * when this fails.
 */
export function leaveOut(copy: string, limits: readonly LeftOutRows[]): LeftOutCounts {
  // A journal would be one more file with the messages in it, to bring back a copy that is thrown away when this fails. Node's
  // defensive mode would keep it without a word.
  const db = new DatabaseSync(copy, { defensive: false });
  try {
    db.exec('pragma journal_mode = off; pragma foreign_keys = on');
    const tables = tableNames(db);
    const known = limits.filter(({ table }) => tables.includes(table));
    const counts = known.map((limit) => [limit.table, deleteRows(db, limit)] as const);
    if (counts.some(([, count]) => count > 0)) {
      keepTemporaryFilesBeside(db, copy);
      db.exec('vacuum');
    }
    return Object.fromEntries(counts);
  } finally {
    db.close();
  }
}

function deleteRows(db: DatabaseSync, { table, column, bound }: LeftOutRows): number {
  return Number(db.prepare(`delete from ${table} where ${column} <= ?`).run(bound).changes);
}
