// npm start: prepares a fresh clone, then runs the server. It needs Node 20 or newer; the server runs on the pinned one.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cwd = join(dirname(fileURLToPath(import.meta.url)), '..');

const setup = spawnSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd, stdio: 'inherit' });
if (setup.status !== 0) process.exit(1);

const env = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', ...process.env };
const pinnedNode = join(cwd, 'node_modules/node/bin/node');
const server = spawn(pinnedNode, ['src/start-server.ts'], { cwd, env, stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => server.kill(signal));
server.on('close', (code) => {
  process.exitCode = code ?? 1;
});
