import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * What a file is called until it may have its name: `<file>.<process>.partial`. Of its own for each process, so that two of them
 * never write into one. Removes what killed processes have left of the same file: a copy of messages that no erasure would reach.
 * @param ending what it waits for, without a dot
 */
export async function unfinishedName(file: string, ending: string): Promise<string> {
  for (const { path, process: owner } of await unfinishedOf(file, ending)) {
    if (!isAnother(owner)) await rm(path, { force: true });
  }
  return `${file}.${process.pid}.${ending}`;
}

/** The unfinished files of a file, side files of SQLite included. None in a folder that may not be listed. */
export async function unfinishedOf(
  file: string,
  ending: string,
): Promise<readonly { path: string; process: number }[]> {
  const [folder, start] = [dirname(file), `${basename(file)}.`];
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    if (!name.startsWith(start)) return [];
    const [owner, rest, ...more] = name.slice(start.length).split('.');
    const isOne = /^\d+$/.test(owner ?? '') && rest?.split('-')[0] === ending && more.length === 0;
    return isOne ? [{ path: join(folder, name), process: Number(owner) }] : [];
  });
}

/** Whether another process with this number is alive. */
function isAnother(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
