import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { serverEnvironment } from '../../scripts/setup/server-environment.mjs';
import { serverFlags } from '../../scripts/setup/server-flags.mjs';
import { freePort, startServer, stopping } from './servers.mjs';

/** The root of the project. */
export const root = resolve(import.meta.dirname, '../..');

/** On the disk of the project and not in a temporary directory, which may be memory: durable writes are measured here. */
const dataFolder = join(root, 'bench', 'results', '.data-');

/** A new folder for a store. */
export async function makeDataDir() {
  await mkdir(dirname(dataFolder), { recursive: true });
  return mkdtemp(dataFolder);
}

/**
 * The site as an operator runs it, with every limit on but the one on messages per address.
 * @param {{ name?: string, dataDir?: string, nodeFlags?: string[] }} [options] dataDir: kept when given
 */
export async function startSite({ name = 'vitrine', dataDir, nodeFlags = [] } = {}) {
  const folder = dataDir ?? (await makeDataDir());
  const port = await freePort();
  const server = await startServer({
    name,
    command: process.execPath,
    args: [...serverFlags, ...nodeFlags, 'src/start-server.ts'],
    cwd: root,
    port,
    env: {
      ...serverEnvironment,
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      SITE_URL: `http://127.0.0.1:${port}`,
    },
  });
  const stop = async () => {
    await server.stop();
    if (!dataDir) await rm(folder, { recursive: true, force: true });
  };
  return stopping({ ...server, dataDir: folder }, stop);
}

/** @param {string} url of the endpoint @param {unknown} body @throws Error when it is refused */
export async function postGraphQL(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok || JSON.parse(text).errors)
    throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}
