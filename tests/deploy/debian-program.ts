import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';

/** Where packages are unpacked that are not installed, each in a folder of its name. */
const UNPACKED = join(ROOT, 'node_modules/.cache/debian');

interface DebianProgram {
  package: string;
  path: string;
}

/** Programs of a server, by the Debian package that holds them. */
const programs = {
  nginx: { package: 'nginx', path: 'usr/sbin/nginx' },
  caddy: { package: 'caddy', path: 'usr/bin/caddy' },
  systemdAnalyze: { package: 'systemd', path: 'usr/bin/systemd-analyze' },
} as const satisfies Record<string, DebianProgram>;

/**
 * Path of a program of the Debian package: the installed one, or the package unpacked below node_modules, where nothing of
 * the system changes.
 * @throws Error when it is neither installed nor can be fetched
 */
export async function debianProgram(name: keyof typeof programs): Promise<string> {
  const { package: packageName, path } = programs[name];
  const installed = join('/', path);
  if (existsSync(installed)) return installed;
  const folder = join(UNPACKED, packageName);
  if (!existsSync(folder)) await unpack(packageName, folder);
  return join(folder, path);
}

/** Put in place whole: another test may want the same package, or run its program, at this moment. */
async function unpack(packageName: string, folder: string): Promise<void> {
  await mkdir(UNPACKED, { recursive: true });
  const own = await mkdtemp(join(UNPACKED, `${packageName}-`));
  try {
    const script = `apt-get download ${packageName} && dpkg -x ${packageName}_*.deb . && rm ${packageName}_*.deb`;
    await output('sh', ['-c', script], { cwd: own });
  } catch (error) {
    throw new Error(`The tests of deploy/ need ${packageName}: apt-get install ${packageName}`, {
      cause: error,
    });
  }
  await rename(own, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(own, { recursive: true });
  });
}
