import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Keeps the copy that a vacuum makes of the whole store out of memory, and out of the system's temporary directory. SQLite
 * removes the name of such a file as soon as it has opened it.
 */
export function keepTemporaryFilesBeside(db: DatabaseSync, file: string): void {
  const folder = resolve(dirname(file)).replaceAll("'", "''");
  db.exec(`pragma temp_store = file; pragma temp_store_directory = '${folder}'`);
}
