import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { examine } from './examine.server.ts';
import { type Check, type Examined, ok } from './finding.ts';

const LIMIT_MS = 2_000;

/** Asks the store for its migrations, then reads all of it on this thread, for longer than an answer may take. */
const blocking: Check = async () => {
  await delay(50);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LIMIT_MS + 500);
  return ok('read');
};

it('finds a site well that answers while the store takes long, in the order of the table', async () => {
  const site = createServer(async (_request, response) => {
    await delay(100);
    response.end('ready');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const asking: Check = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(LIMIT_MS) });
    return ok(await answer.text());
  };
  const found = await examine({ store: blocking, site: asking }, 'store', {} as Examined);
  site.close();
  expect(found).toEqual([
    { name: 'store', verdict: 'ok', detail: 'read' },
    { name: 'site', verdict: 'ok', detail: 'ready' },
  ]);
});

it('makes of a check that fails a problem beside the others', async () => {
  const failing: Check = () => Promise.reject(new Error('EACCES'));
  const none: Check = async () => undefined;
  const found = await examine({ files: failing, tls: none, store: failing }, 'store', {} as Examined);
  expect(found.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['files', 'problem'],
    ['store', 'problem'],
  ]);
});
