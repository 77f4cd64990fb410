import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Mounts a disk of this size, and of this many files, for one test, which is skipped if the system does not allow it. */
export async function smallDisk(context: TestContext, bytes: number, files = 0): Promise<string> {
  const folder = await temporaryFolder();
  const options = `size=${bytes},nr_inodes=${files},mode=0700`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0)
    return context.skip('no disk of our own here');
  // The garbage collector closes a store that could not be opened.
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  return folder;
}

export function fillDisk(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = 1 << 16; size >= 1; size >>= 4)
      for (;;) {
        try {
          if (writeSync(handle, Buffer.alloc(size)) === 0) break;
        } catch {
          break;
        }
      }
  } finally {
    closeSync(handle);
  }
}
