import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, link, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { resultCodeOf, resultCodes } from './errors.server.ts';
import { flush, giveOwner, unfinishedFile, unfinishedOf } from './files.server.ts';
import { hasOwnLog } from './sqlite/open-file.server.ts';

const STAGED = 'restoring';

export class StoreInUseError extends Error {
  override name = 'StoreInUseError';
  readonly file: string;

  constructor(file: string) {
    super(`${file} is in use`);
    this.file = file;
  }
}

/**
 * Tells whether another process has the SQLite file open. In WAL mode every connection holds a shared lock on the file, which the
 * kernel removes when its process dies. A file that SQLite cannot read is in nobody's use.
 */
export function isInUse(file: string): boolean {
  try {
    takeAlone(file)?.close();
    return false;
  } catch (error) {
    return error instanceof StoreInUseError;
  }
}

/**
 * Opens the store if nobody else uses it.
 * @param prepare SQL to run at once
 * @returns undefined if there is no store that SQLite can read
 * @throws StoreInUseError
 */
function takeAlone(file: string, prepare?: string): DatabaseSync | undefined {
  // If the log is another store's, closing the database would write that log into this store.
  if (!existsSync(file) || !hasOwnLog(file)) return undefined;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: 200 });
    db.exec('pragma locking_mode = exclusive');
    db.exec('begin exclusive; commit');
    if (prepare) db.exec(prepare);
    return db;
  } catch (error) {
    db?.close();
    if (resultCodeOf(error) === resultCodes.busy) throw new StoreInUseError(file);
    return undefined;
  }
}

/**
 * Copies a backup, and its log if it has one, beside the store, where it is checked and then put in place.
 * @param backup a file's name, or its content
 */
export async function stageRestore(backup: string | Uint8Array, store: string) {
  await using cleanup = new AsyncDisposableStack();
  const staged = cleanup.use(await unfinishedFile(store, STAGED));
  if (typeof backup !== 'string') await writeFile(staged.path, backup, { mode: 0o600, flag: 'wx' });
  else await copyFile(backup, staged.path, constants.COPYFILE_EXCL);
  await chmod(staged.path, 0o600);
  if (typeof backup === 'string' && existsSync(`${backup}-wal`))
    await copyFile(`${backup}-wal`, `${staged.path}-wal`, constants.COPYFILE_EXCL);
  cleanup.move();
  return staged;
}

/**
 * Removes copies that a killed restore left beside the store, which no erasure would reach. The caller has the store open, so no
 * restore can be about to use them.
 */
export async function removeStaged(store: string): Promise<void> {
  for (const { path } of await unfinishedOf(store, STAGED)) await rm(path, { force: true });
}

/**
 * Names the replaced store, such as `vitrine-avant-2026-03-05T13-07-00.db`. The name sorts by time and is valid on every file
 * system.
 */
function keptName(store: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return join(dirname(store), `vitrine-avant-${stamp}.db`);
}

export function isKeptName(name: string): boolean {
  return /^vitrine-avant-.*\.db(-wal|-shm)?$/.test(name);
}

/** Removes the stores that were kept between these two instants. */
export async function removeKept(store: string, from: number, until: number): Promise<void> {
  const folder = dirname(store);
  const isBetween = (path: string) => keptName(store, from) < path && path < keptName(store, until);
  const kept = (await readdir(folder)).filter(isKeptName).map((name) => join(folder, name));
  for (const path of kept.filter(isBetween)) await rm(path, { force: true });
}

/**
 * Puts the staged copy in the place of the store, and keeps all old files.
 * @returns where the first of them is kept; undefined without any
 * @throws StoreInUseError, EEXIST if another store was kept in the same second
 */
export async function putInPlace(staged: string, store: string, now: number): Promise<string | undefined> {
  const keepAs = keptName(store, now);
  const kept: string[] = [];
  // The log is written back and removed now, because closing later would delete the log of the new file by its name.
  const alone = takeAlone(store, 'pragma journal_mode = delete');
  try {
    await flush(staged);
    await giveOwner(staged, store);
    if (existsSync(store)) {
      await giveSecondName(store, keepAs);
      kept.push(keepAs);
    }
    for (const side of ['-wal', '-shm']) {
      // A sound store lost its side files above; a damaged or missing one may still have them.
      if (!existsSync(store + side)) continue;
      await rename(store + side, keepAs + side);
      kept.push(keepAs + side);
    }
    await rename(staged, store);
    await flush(dirname(store));
    return kept[0];
  } finally {
    alone?.close();
  }
}

/** Keeps the old file under a second name. A store exists at every moment, because a server would create an empty one. */
async function giveSecondName(store: string, keepAs: string): Promise<void> {
  await link(store, keepAs).catch((error) => {
    // Some file systems have no hard links, so renaming replaces them.
    if (existsSync(keepAs)) throw error;
    return rename(store, keepAs);
  });
}
