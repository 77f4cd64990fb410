import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Launched, launch, untilAnswers } from '../tests/support/launched.ts';
import { freePort } from '../tests/support/site.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { open } from './site.ts';

let dataDir: string;
let running: Launched;

beforeEach(async () => {
  dataDir = await temporaryFolder();
});

afterEach(() => running.end('SIGKILL'));

async function start(settings: Record<string, string> = {}, module?: string): Promise<string> {
  const port = await freePort();
  const env = { ...process.env, PORT: `${port}`, DATA_DIR: dataDir, ...settings };
  const args = [...(module ? ['--import', module] : []), 'src/start-server.ts'];
  running = launch(process.execPath, args, { env });
  return `http://127.0.0.1:${port}`;
}

it('a start counts the remaining examples (LEGAL-1); one that fails with the store open ends', async () => {
  const url = await start({ SITE_URL: 'https://ailleurs.exemple' });
  await untilAnswers(`${url}/readyz`, running);
  await expect.poll(running.output).toContain(`prêt\u00a0: ${url}`);
  expect(running.output()).toContain('montrent une autre adresse');
  expect(open.length).toBeGreaterThan(20);
  expect(running.output()).toContain(`${open.length} valeurs d’exemple`);
  expect(await running.end()).toBe(0);
  const store = new DatabaseSync(join(dataDir, 'vitrine.db'));
  store.exec(`update profile set projects = 'unreadable'`);
  store.close();
  await start();
  expect(await once(running.process, 'close')).toEqual([1, null]);
  expect(running.output()).toContain('JSON');
});

it('a signal during the start ends it, also for the first process of a container', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  await start({ DATABASE_URL: `postgres://site@127.0.0.1:${port}/site` });
  const ended = once(running.process, 'close');
  await connected;
  running.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  silent.close();
});

it.each([
  ['repeated at once, as by a terminal and npm, lets the server finish', 20, 0],
  ['repeated by a person ends it', 1_100, 1],
])('a Ctrl-C %s', async (_what, later, code) => {
  // Behind a proxy the server answers for a while after the first signal, so the second one comes during the stop.
  await untilAnswers(`${await start({ TRUST_PROXY: '1' })}/readyz`, running);
  const ended = once(running.process, 'close');
  running.process.kill('SIGINT');
  await delay(later);
  running.process.kill('SIGINT');
  expect(await ended).toEqual([code, null]);
  expect(running.output().includes('Arrêté')).toBe(code === 0);
});

it('an uncaught error ends the process with 1, after a line without the text of the error', async () => {
  const thrower = join(dataDir, 'thrower.mjs');
  await writeFile(thrower, 'process.on("SIGUSR2", () => { throw new Error("secret@exemple.fr") });');
  await untilAnswers(`${await start({}, thrower)}/readyz`, running);
  const ended = once(running.process, 'close');
  running.process.kill('SIGUSR2');
  expect(await ended).toEqual([1, null]);
  expect(running.output()).toMatch(/"level":60,.*Erreur imprévue/);
  expect(running.output()).not.toContain('secret@');
});
