import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flush } from './backup.server.ts';
import { resultCodeOf, resultCodes } from './sqlite/result-codes.ts';
import { unfinishedName, unfinishedOf } from './unfinished-file.server.ts';

/** Another process has the store open. */
export class StoreInUseError extends Error {
  override name = 'StoreInUseError';

  constructor() {
    super('the store is in use');
  }
}

/**
 * Whether another process has the SQLite file open. In WAL mode every connection keeps a shared lock on the file, which the
 * kernel takes away when its process dies: asking for the exclusive one tells, and never lies after a crash. Nobody can be using
 * a file that SQLite cannot read.
 */
export function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    takeAlone(file).close();
    return false;
  } catch (error) {
    return error instanceof StoreInUseError;
  }
}

/** The store with nobody else in it, its log written back. @throws StoreInUseError */
function takeAlone(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 200 });
  try {
    db.exec('pragma locking_mode = exclusive');
    db.exec('begin exclusive; commit');
    // Writes the log back and removes it: closing must not delete, by name, the log of whatever file is there by then.
    db.exec('pragma journal_mode = delete');
    return db;
  } catch (error) {
    db.close();
    if (resultCodeOf(error) === resultCodes.busy) throw new StoreInUseError();
    throw error;
  }
}

const STAGED = 'restoring';

/**
 * Copies a backup beside the store, with its log when it has one, ready to be checked and put in place.
 * @returns the copy's name; the caller removes it when it goes no further
 */
export async function stageRestore(backup: string, store: string): Promise<string> {
  const staged = await unfinishedName(store, STAGED);
  await copyFile(backup, staged);
  await chmod(staged, 0o600);
  if (existsSync(`${backup}-wal`)) await copyFile(`${backup}-wal`, `${staged}-wal`, constants.COPYFILE_EXCL);
  return staged;
}

/**
 * Removes what a restore that was killed has left beside the store: a whole copy of a backup, which no erasure would reach.
 * For a process that has the store open: a restore waiting for an answer meanwhile could not go on anyway.
 */
export async function removeStaged(store: string): Promise<void> {
  for (const { path } of await unfinishedOf(store, STAGED)) await rm(path, { force: true });
}

/** Removes a SQLite file and its side files. */
export async function removeStore(file: string): Promise<void> {
  for (const name of sqliteFiles(file)) await rm(name, { force: true });
}

/** A SQLite file and the side files that it may have. */
export function sqliteFiles(file: string): readonly string[] {
  return ['', '-wal', '-shm', '-journal'].map((side) => file + side);
}

/**
 * Where a restore keeps the store it replaces: `vitrine-avant-2026-03-05T13-07-00.db` sorts by time, fits every file system.
 * Another one that is kept under this name stays: the next has `-2` behind the time.
 * @param now milliseconds since 1970
 */
export function keptName(store: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let count = 1; ; count += 1) {
    const name = store.replace(/\.db$/, `-avant-${stamp}${count === 1 ? '' : `-${count}`}.db`);
    if (!existsSync(name)) return name;
  }
}

/** Whether a file of this name, without its folder, is a store that a restore kept. */
export function isKeptName(name: string): boolean {
  return /^vitrine-avant-.*\.db$/.test(name);
}

/**
 * Puts the staged copy in the place of the store and keeps the old file, when there is one.
 * @param now milliseconds since 1970
 * @returns where the old file is kept
 * @throws StoreInUseError
 */
export async function putInPlace(staged: string, store: string, now: number): Promise<string | undefined> {
  const hadStore = existsSync(store);
  const held = hadStore ? holdOrNothing(store) : undefined;
  const keepAs = keptName(store, now);
  try {
    await flush(staged);
    if (hadStore) await giveSecondName(store, keepAs);
    for (const side of ['-wal', '-shm']) {
      // Only a damaged store still has them: a sound one has just been closed down.
      if (existsSync(store + side)) await rename(store + side, keepAs + side);
    }
    await rename(staged, store);
    await flush(dirname(store));
    return hadStore ? keepAs : undefined;
  } finally {
    held?.close();
  }
}

/** The store keeps its name until another file takes it, whatever ends the program: a server would begin an empty one. */
async function giveSecondName(store: string, keepAs: string): Promise<void> {
  // Not every file system has hard links.
  await link(store, keepAs).catch((error) => {
    if (error.code === 'EEXIST') throw error;
    return rename(store, keepAs);
  });
}

/** Undefined for a file that SQLite cannot read: nobody can be using it. */
function holdOrNothing(store: string): DatabaseSync | undefined {
  try {
    return takeAlone(store);
  } catch (error) {
    if (error instanceof StoreInUseError) throw error;
    return undefined;
  }
}
