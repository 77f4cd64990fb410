import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from '../cli/run-here.ts';
import { launch, until } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
