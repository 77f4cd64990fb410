import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** A symbolic link is followed: its target is the file that is replaced or removed. */
export function sqliteFile(dataDir: string): string {
  return followLink(join(dataDir, 'vitrine.db'));
}

/** Returns the name itself when it is no link, or leads nowhere. */
export function followLink(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  } catch {
    return path;
  }
}

/**
 * Has SQLite write its temporary files beside this file, for the whole process. `VACUUM` copies every message: elsewhere, such as
 * in /var/tmp, there may be too little room, or other readers.
 */
export function temporaryFilesBeside(db: DatabaseSync, file: string): void {
  const folder = resolve(dirname(file)).replaceAll("'", "''");
  db.exec(`pragma temp_store = file; pragma temp_store_directory = '${folder}'`);
}
