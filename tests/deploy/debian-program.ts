import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';

/** Folder for unpacked packages that are not installed, each below its name. */
const UNPACKED = join(ROOT, 'node_modules/.cache/debian');

/** Programs of a server, by the name of their Debian package. */
const programs = {
  nginx: 'usr/sbin/nginx',
  caddy: 'usr/bin/caddy',
  systemd: 'usr/bin/systemd-analyze',
  prometheus: 'usr/bin/prometheus',
};

/**
 * Finds the program of a Debian package: the installed one, or one unpacked below node_modules, without a change to the system.
 * @throws Error when it is neither installed nor can be fetched
 */
export async function debianProgram(name: keyof typeof programs): Promise<string> {
  const installed = join('/', programs[name]);
  if (existsSync(installed)) return installed;
  const folder = join(UNPACKED, name);
  if (!existsSync(folder)) await unpack(name, folder);
  return join(folder, programs[name]);
}

/** Unpacks a package and moves it into place whole, unless another test did so meanwhile. */
async function unpack(name: string, folder: string): Promise<void> {
  await mkdir(UNPACKED, { recursive: true });
  const own = await mkdtemp(join(UNPACKED, `${name}-`));
  const script = `apt-get download ${name} && dpkg -x ${name}_*.deb . && rm ${name}_*.deb`;
  await output('sh', ['-c', script], { cwd: own }).catch((cause) => {
    throw new Error(`The tests of deploy/ need ${name}: apt-get install ${name}`, { cause });
  });
  await rename(own, folder).catch(() => rm(own, { recursive: true }));
}
