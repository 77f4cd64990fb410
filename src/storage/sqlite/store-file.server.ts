import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Gives the path of the store in `DATA_DIR`. A symbolic link is followed: its target is what is replaced or removed. */
export function sqliteFile(dataDir: string): string {
  return followLink(join(dataDir, 'vitrine.db'));
}

/** Gives the file that a symbolic link leads to; the name itself when it is no link, or leads nowhere. */
export function followLink(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  } catch {
    return path;
  }
}
