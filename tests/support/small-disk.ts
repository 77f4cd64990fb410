import { execFileSync, spawnSync } from 'node:child_process';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Mounts a small disk for one test, which is skipped if the system does not allow it. */
export async function smallDisk(context: TestContext, bytes: number, files = 0): Promise<string> {
  const folder = await temporaryFolder();
  if (!mountSmallDisk(folder, bytes, files)) return context.skip('no disk of our own here');
  // The unmounting is lazy, because a store that failed to open is closed only by the garbage collector.
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  return folder;
}

/** Mounts a disk of a few megabytes, and of this many files, in memory; false if the system does not allow it. */
export function mountSmallDisk(folder: string, bytes: number, files = 0): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const options = `size=${bytes},nr_inodes=${files},mode=0700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function fillDisk(file: string): void {
  spawnSync('sh', ['-c', 'cat /dev/zero >"$0"', file]);
}
