import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:tls';
import { DAY_MS } from '../../config/clock.ts';

const TIMEOUT_MS = 5_000;

/** Where systemd links the units that start with the machine, and where their processes listen (deploy/vitrine@.service). */
const machine = {
  units: '/etc/systemd/system/multi-user.target.wants',
  socketOf: (instance: string) => `/run/vitrine/${instance}/site.sock`,
};

/** Asks every process of the site on this machine whether it is ready; none where no unit of ours is enabled. */
export async function siteProcesses({ units, socketOf } = machine) {
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

export async function certificateDays(url: string, now: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timeout')));
  await once(socket, 'secureConnect');
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return Math.floor((ends - now) / DAY_MS);
}
