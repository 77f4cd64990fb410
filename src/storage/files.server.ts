import { lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { chown, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** Returns the path of the store; a link is followed, because its target is the file to replace or remove. */
export function sqliteFile(dataDir: string): string {
  return followLink(join(dataDir, 'vitrine.db'));
}

/** Returns the target of a link; the path itself if it is no link, or its target is missing. */
export function followLink(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  } catch {
    return path;
  }
}

/**
 * Makes SQLite write its temporary files beside this file, for the whole process. `VACUUM` copies every message, and another
 * folder such as /var/tmp may lack room or have other readers.
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
 * Names an unfinished file `<file>.<process id>.<ending>`, so that two processes never share one. As it may hold visitors'
 * messages, it is removed by its disposal or by a signal to stop. This call removes those that killed processes left.
 * @param ending names what is unfinished, without a dot: `partial`, `restoring`
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
      // If this account may not write into the folder, nothing was made there.
      const ignoreForbidden = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EACCES') throw error;
      };
      for (const each of sqliteFiles(path)) await rm(each, { force: true }).catch(ignoreForbidden);
    },
  };
}

/**
 * Renames a finished file so that it survives a power cut. It gets the owner of the replaced file, or else of the folder;
 * otherwise the site's account could not open a store that root made.
 */
export async function moveIntoPlace(finished: string, file: string): Promise<void> {
  await flush(finished);
  await giveOwner(finished, file);
  await rename(finished, file);
  await flush(dirname(file));
}

/** Gives a file that root made to the owner of the other file, or of its folder if there is none. */
export async function giveOwner(made: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(file, { throwIfNoEntry: false }) ?? statSync(dirname(file));
  await chown(made, uid, gid);
}

/** Makes sure that a written file, or a renamed one in a folder, survives a power cut. */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Lists the unfinished files beside a file, with SQLite's side files; none in a folder that cannot be listed. */
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
