import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkOut } from '../deploy/checkout.ts';
import { ROOT } from '../support/root.ts';
import { startSite } from '../support/site.ts';

/** Folders of a checkout that no build needs. */
const LEFT_OUT = ['bench', 'docs', 'mutation', 'tests', 'studio'];

const PATIENCE = 'tests/support/no-shedding.ts';

/**
 * Builds and starts the site of a studio as its owner does: in a checkout whose folder `studio` it is.
 * @param folder from the root of the project, or absolute; pictures that it lacks are the example's
 */
export async function startStudio(folder: string) {
  const cwd = await mkdtemp(join(tmpdir(), 'vitrine-'));
  await checkOut(cwd, LEFT_OUT);
  // The server reads its patience from this file.
  await cp(join(ROOT, PATIENCE), join(cwd, PATIENCE));
  await symlink(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  const studio = join(cwd, 'studio');
  await cp(join(ROOT, 'example/images'), join(studio, 'images'), { recursive: true });
  await cp(resolve(ROOT, folder), studio, { recursive: true, filter: (path) => basename(path) !== '.git' });
  const env = { ...process.env, STUDIO_DIR: '' };
  await promisify(execFile)(process.execPath, ['scripts/build-site.mjs'], { cwd, env });
  const site = await startSite({ cwd });
  const stop = async () => {
    await site.stop();
    await rm(cwd, { recursive: true });
  };
  return { ...site, stop };
}
