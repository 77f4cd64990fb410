import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, link, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { resultCodeOf, resultCodes } from './errors.server.ts';
import { flush, giveOwner, unfinishedFile, unfinishedOf } from './files.server.ts';
import { requireOwnLog } from './sqlite/open-file.server.ts';

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
 * Detects another process that has the SQLite file open. In WAL mode every connection keeps a shared lock on the file, and the
 * kernel takes it away when its process dies. Nobody can be using a file that SQLite cannot read.
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
 * Opens the store with nobody else in it.
 * @param prepare runs in it
 * @returns undefined if there is no store that SQLite can read
 * @throws StoreInUseError
 */
function takeAlone(file: string, prepare?: string): DatabaseSync | undefined {
  // Closing it would write the log of another store into it.
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
 * Copies a backup, with its log when it has one, to where the store is to be, ready to be checked and put in place.
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
 * Removes copies that a killed restore left beside the store, which no erasure would reach. The caller has the store open, so a
 * restore that still waits for an answer could not go on anyway.
 */
export async function removeStaged(store: string): Promise<void> {
  for (const { path } of await unfinishedOf(store, STAGED)) await rm(path, { force: true });
}

/**
 * Names the replaced store. `vitrine-avant-2026-03-05T13-07-00.db` sorts by time and fits
 * every file system.
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
 * Puts the staged copy in the place of the store and keeps all old files, when there are any.
 * @returns where the first of them is kept
 * @throws StoreInUseError, EEXIST if another store was kept in the same second
 */
export async function putInPlace(staged: string, store: string, now: number): Promise<string | undefined> {
  const keepAs = keptName(store, now);
  const kept: string[] = [];
  // Writes the log back and removes it now: a later close would delete, by name, the log of a new file.
  const alone = takeAlone(store, 'pragma journal_mode = delete');
  try {
    await flush(staged);
    await giveOwner(staged, store);
    if (existsSync(store)) {
      await giveSecondName(store, keepAs);
      kept.push(keepAs);
    }
    for (const side of ['-wal', '-shm']) {
      // Only a damaged or missing store still has them: a sound one was just closed.
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

function hasOwnLog(store: string): boolean {
  try {
    requireOwnLog(store);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a file under the name of the store at every moment: without one, a server would create an empty store. */
async function giveSecondName(store: string, keepAs: string): Promise<void> {
  await link(store, keepAs).catch((error) => {
    // Not every file system has hard links.
    if (existsSync(keepAs)) throw error;
    return rename(store, keepAs);
  });
}
