import { lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { chown, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
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

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SIDE_FILES = ['', '-wal', '-shm', '-journal'];

export function sqliteFiles(file: string): readonly string[] {
  return SIDE_FILES.map((side) => file + side);
}

/**
 * Names an unfinished file `<file>.<process id>.<ending>`, so that two processes never share one. It may hold visitors'
 * messages: disposing of it and a signal to stop remove it, and this call removes those of killed processes.
 * @param ending says what is not finished, without a dot: `partial`, `restoring`
 */
export async function unfinishedFile(file: string, ending: string) {
  for (const left of await unfinishedOf(file, ending))
    if (!isAnotherProcess(left.process)) await rm(left.path, { force: true });
  const path = `${file}.${process.pid}.${ending}`;
  const stop = (signal: NodeJS.Signals) => {
    for (const each of sqliteFiles(path)) rmSync(each, { force: true });
    ignoreSignals();
    process.kill(process.pid, signal);
  };
  const ignoreSignals = () => {
    for (const signal of signals) process.off(signal, stop);
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    path,
    async [Symbol.asyncDispose]() {
      ignoreSignals();
      // In a folder that is closed to this account, nothing was made.
      const ignoreForbidden = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EACCES') throw error;
      };
      for (const each of sqliteFiles(path)) await rm(each, { force: true }).catch(ignoreForbidden);
    },
  };
}

/**
 * Renames a finished file so that it survives a power cut. The owner becomes that of the replaced file, else of the folder: the
 * site's account could not open its own store otherwise.
 */
export async function moveIntoPlace(finished: string, file: string): Promise<void> {
  await flush(finished);
  await giveOwner(finished, file);
  await rename(finished, file);
  await flush(dirname(file));
}

/** Changes the owner of a file that root made to that of this other file, or of its folder if there is none. */
export async function giveOwner(made: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(dirname(file));
  await chown(made, uid, gid);
}

/** Makes sure that what was written to a file, or renamed in a folder, survives a power cut. */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Lists the unfinished files of a file, side files of SQLite included; none in a folder that may not be listed. */
export async function unfinishedOf(file: string, ending: string) {
  const folder = dirname(file);
  const sides = SIDE_FILES.join('|');
  const pattern = new RegExp(`^${RegExp.escape(basename(file))}\\.(\\d+)\\.${ending}(${sides})$`);
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const owner = pattern.exec(name)?.[1];
    return owner ? [{ path: join(folder, name), process: Number(owner) }] : [];
  });
}

function isAnotherProcess(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
