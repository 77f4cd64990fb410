import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverEnvironment } from '../../scripts/setup/server-environment.mjs';
import { serverFlags } from '../../scripts/setup/server-flags.mjs';
import { freePort, startServer, stopping } from '../measure/servers.mjs';
import { root } from '../measure/site.mjs';

/**
 * Processes of the site on one PostgreSQL, each on a port of its own, as on machines of their own.
 * @param {object} options
 * @param {number} options.count
 * @param {string} options.databaseUrl
 * @param {string} [options.smtpUrl] without it nothing is delivered, and only the answering is measured
 */
export async function startProcesses({ count, databaseUrl, smtpUrl }) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-scale-'));
  const servers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const port = await freePort();
      const env = {
        ...serverEnvironment,
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        ...(smtpUrl ? { SMTP_URL: smtpUrl } : {}),
        RATE_LIMIT: '100000',
        TRUST_PROXY: '1',
        SITE_URL: 'http://localhost',
      };
      const args = [...serverFlags, 'src/start-server.ts'];
      const server = { name: `process ${index + 1}`, command: process.execPath, args, cwd: root, port, env };
      return { ...(await startServer(server)), port };
    }),
  );
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  return stopping({ ports: servers.map(({ port }) => port), pids: servers.map(({ pid }) => pid) }, stop);
}
