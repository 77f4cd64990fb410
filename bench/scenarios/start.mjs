import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from '../../scripts/setup/server-environment.mjs';
import { serverFlags } from '../../scripts/setup/server-flags.mjs';
import { residentMib } from '../measure/machine.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { freePort, startServer } from '../measure/servers.mjs';
import { makeDataDir, root } from '../measure/site.mjs';
import { spreadOfEach } from '../measure/statistics.mjs';

export const title = 'From the start of the process to the first page, on a built tree; memory after it';

const SETTLE_MS = 2000;

const npmStart = { name: 'npm start', command: 'npm', args: ['start', '--silent'] };
const server = {
  name: 'server alone',
  command: process.execPath,
  args: [...serverFlags, 'src/start-server.ts'],
  settings: serverEnvironment,
};

/** @param {import('../options.mjs').Options} options */
export async function run({ rounds }) {
  const dataDir = await makeDataDir();
  const env = { HOST: '127.0.0.1', DATA_DIR: dataDir };
  const starts = [npmStart, server];
  const begin = async ({ settings, ...start }) =>
    startServer({ ...start, cwd: root, port: await freePort(), env: { ...settings, ...env } });
  try {
    // The first start of all creates the store.
    await (await begin(server)).stop();
    const samples = await interleaved(starts, rounds, async (start) => {
      const { pid, readyMs, stop } = await begin(start);
      await delay(SETTLE_MS);
      const rssMib = residentMib(pid);
      await stop();
      return { readyMs, rssMib };
    });
    const subjects = Object.entries(samples).map(([name, taken]) => [name, spreadOfEach(taken)]);
    return { subjects: Object.fromEntries(subjects) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
