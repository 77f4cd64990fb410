// The long form of slow-clients.test.ts, against the built site: node tests/security/long.ts [slow sockets] [greedy clients]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { attack } from './slow-clients.ts';

const [slow = '750', greedy = '40'] = process.argv.slice(2);
const port = await freePort();
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-slow-'));
const site = spawn(process.execPath, ['src/start-server.ts'], {
  cwd: ROOT,
  env: { PORT: `${port}`, DATA_DIR: dataDir },
  stdio: ['ignore', 'ignore', 'inherit'],
});
while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) await delay(100);

/** Resident memory of the site, in megabytes. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const before = memory();
let most = before;
const sampling = setInterval(() => {
  most = Math.max(most, memory());
}, 200);
const outcome = await attack({
  port,
  slowHeaders: Math.ceil(Number(slow) * 0.6),
  slowBodies: Math.floor(Number(slow) * 0.4),
  stalledReaders: 100,
  greedy: Number(greedy),
  greedyBytes: 50_000_000,
  lastsMs: 90_000,
});
clearInterval(sampling);
site.kill('SIGTERM');
await once(site, 'exit');
await rm(dataDir, { recursive: true });

const grownMegabytes = Math.round(most - before);
process.stdout.write(`${JSON.stringify({ slow, greedy, ...outcome, grownMegabytes }, null, 2)}\n`);
const good =
  outcome.served === outcome.visits &&
  outcome.p95 < 500 &&
  outcome.headersCutMs < 30_000 &&
  outcome.bodiesCutMs < 45_000 &&
  outcome.readersLeft === 0 &&
  outcome.greedyLeft === 0 &&
  grownMegabytes < 200;
if (!good) process.exitCode = 1;
