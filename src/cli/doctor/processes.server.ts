import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';

const TIMEOUT_MS = 5_000;

/** Where systemd links the units that start with the machine, and where their processes listen (deploy/vitrine@.service). */
const machine = {
  units: '/etc/systemd/system/multi-user.target.wants',
  socketOf: (instance: string) => `/run/vitrine/${instance}/site.sock`,
};

/** A process of the site that systemd is to run: its instance (`3001`), and whether it answers. */
export interface SiteProcess {
  instance: string;
  isReady: boolean;
}

/** Asks every process of the site on this machine whether it is ready; none where no unit of ours is enabled. */
export async function siteProcesses({ units, socketOf } = machine): Promise<SiteProcess[]> {
  const names = await readdir(units).catch((): string[] => []);
  const instances = names.flatMap((name) => /^vitrine@(.+)\.service$/.exec(name)?.[1] ?? []).sort();
  return Promise.all(
    instances.map(async (instance) => ({ instance, isReady: await isReady(socketOf(instance)) })),
  );
}

async function isReady(socketPath: string): Promise<boolean> {
  try {
    const request = get({ socketPath, path: '/readyz', timeout: TIMEOUT_MS });
    request.on('timeout', () => request.destroy());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode === 200;
  } catch {
    return false;
  }
}
