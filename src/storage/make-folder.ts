import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder that nobody else may read, and those above it, where they are missing. By hand: Node's recursive way never
 * ends below `/proc`, where the system says of a folder that can be seen that it is not there.
 * @throws what the file system throws
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}
