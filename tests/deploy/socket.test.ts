import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runHere } from '../cli/run-here.ts';
import { launch, until } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** This wait, in milliseconds, is longer than a stopped process still answers (connections.server.ts). */
const CLOSING_AFTER_MS = 3_500;

it('R22: a stopped process sends an answer to its end that a slow proxy reads', async () => {
  const folder = await temporaryFolder();
  const SOCKET = join(folder, 'site.sock');
  const env = { SOCKET, DATA_DIR: join(folder, 'data'), PORT: `${await freePort()}` };
  const site = launch(process.execPath, ['src/start-server.ts'], { cwd: ROOT, env });
  await until(async () => site.output().includes('Mesures'), site.output);
  const asked = request({ socketPath: SOCKET, path: '/video/home-video.mp4' }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const ended = site.end();
  await delay(CLOSING_AFTER_MS);
  expect(await buffer(answer)).toHaveLength(Number(answer.headers['content-length']));
  expect(await ended).toBe(0);
});

it('a process that was killed leaves sockets, the next one starts, and visits of each count for no visitor’s limit; a file of another kind stays', async () => {
  const folder = await temporaryFolder();
  const SOCKET = join(folder, 'site.sock');
  const env = { SOCKET, DATA_DIR: join(folder, 'data'), PORT: `${await freePort()}` };
  const start = () => launch(process.execPath, ['src/start-server.ts'], { cwd: ROOT, env });
  const isReady = async (site: ReturnType<typeof start>) => {
    await until(async () => site.output().includes('Mesures'), site.output);
    expect(await runHere(['advanced', 'visit', SOCKET], {})).toMatchObject({ code: 0 });
    expect(site.output()).toContain(join(folder, 'metrics.sock'));
  };
  const killed = start();
  await isReady(killed);
  await killed.end('SIGKILL');
  expect(existsSync(SOCKET)).toBe(true);
  const next = start();
  await isReady(next);
  const second = start();
  await until(async () => second.output().includes('écoute déjà'), second.output);
  await second.end();
  await isReady(next);
  await next.end();
  writeFileSync(SOCKET, 'a file');
  const third = start();
  await until(async () => third.output().includes('n’est pas une socket'), third.output);
  await third.end();
  expect(existsSync(SOCKET)).toBe(true);
});
