import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob } from 'node:path';
import { isInstalled } from '../../scripts/setup/install.mjs';
import { ROOT } from '../support/root.ts';

/** Names, with `*`, of what is not part of a fresh clone. */
const notTracked = readFileSync(join(ROOT, '.gitignore'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/\/$/, ''))
  .filter((line) => line !== '')
  .concat('.git');

/** Tells whether files and folders of this name are part of a fresh clone. */
export function isInClone(name: string): boolean {
  return !notTracked.some((pattern) => matchesGlob(name, pattern));
}

/** A copy of the project as a clone would have it, in a folder of its own. */
export interface Checkout {
  dir: string;
  remove(): Promise<void>;
}

/**
 * Copies the project without what is built or installed.
 * @param only the files and folders of the root that are needed; a thousand files take longer to copy than most tests
 */
export async function checkOut(only: readonly string[] = readdirSync(ROOT)): Promise<Checkout> {
  const dir = await mkdtemp(join(tmpdir(), 'vitrine-clone-'));
  for (const name of only.filter(isInClone))
    await cp(join(ROOT, name), join(dir, name), {
      recursive: true,
      filter: (source) => isInClone(basename(source)),
    });
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** A site is neither built from these nor runs with them. */
const besideSite = ['artwork', 'bench', 'docs', 'mutation', 'tests'];

/**
 * Copies all that a site is made of, with this project's installed packages, so that nothing is installed again.
 * @param leftOut files and folders of the root
 * @throws Error when they are not those of the lock file: a script of the copy would then install into this project
 */
export async function checkOutInstalled(leftOut: readonly string[] = besideSite): Promise<Checkout> {
  if (!isInstalled())
    throw new Error('The installed packages are not those of the lock file: run npm run build first.');
  const checkout = await checkOut(readdirSync(ROOT).filter((name) => !leftOut.includes(name)));
  await symlink(join(ROOT, 'node_modules'), join(checkout.dir, 'node_modules'));
  return checkout;
}

/** Copies the same with this project's build. */
export async function checkOutBuilt(): Promise<Checkout> {
  const checkout = await checkOutInstalled();
  await cp(join(ROOT, 'dist'), join(checkout.dir, 'dist'), { recursive: true });
  return checkout;
}
