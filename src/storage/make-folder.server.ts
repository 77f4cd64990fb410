import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder that nobody else may read, and those above it, where they are missing. By hand: Node's recursive way never
 * ends below `/proc`, where the system says of a folder that can be seen that it is not there.
 * @throws what the file system throws
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isMade(path)) return;
  const parent = dirname(path);
  // It may be there by now: another process makes the same folders.
  if (!existsSync(parent)) await makeFolder(parent);
  if (!(await isMade(path))) await mkdir(path, { mode: 0o700 });
}

/** Whether the folder is there; false when there is nothing to put it into. */
async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code !== 'EEXIST') throw error;
  }
  return true;
}
