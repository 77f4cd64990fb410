import { readdirSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { basename, join, matchesGlob } from 'node:path';
import { ROOT, read } from '../support/root.ts';

/** Names of files that are not part of a fresh clone, with `*`. */
const notTracked = read('.gitignore')
  .split('\n')
  .map((line) => line.replace(/\/$/, ''))
  .filter((line) => line !== '')
  .concat('.git');

const isInClone = (path: string) => !notTracked.some((pattern) => matchesGlob(basename(path), pattern));

/**
 * Copies the project into an empty folder like a fresh clone, without built or installed files.
 * @param leftOut files and folders of the root; a thousand files take longer to copy than most tests
 */
export async function checkOut(dir: string, leftOut: readonly string[] = []): Promise<void> {
  for (const name of readdirSync(ROOT).filter((name) => isInClone(name) && !leftOut.includes(name)))
    await cp(join(ROOT, name), join(dir, name), { recursive: true, filter: isInClone });
}

/** Copies a site into an empty folder with this project's build and installed packages, so that nothing is built again. */
export async function checkOutBuilt(dir: string): Promise<void> {
  await checkOut(dir, ['bench', 'docs', 'mutation', 'tests']);
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  await cp(join(ROOT, 'dist'), join(dir, 'dist'), { recursive: true });
}
