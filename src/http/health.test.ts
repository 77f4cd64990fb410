import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { serverForAll } from '../../tests/support/shared-server.ts';
import { registerHealth } from './health.server.ts';

const server = serverForAll();

const ready = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
};

it('tells this machine the numbers of the queue', async () => {
  expect(await ready()).toEqual({
    status: 200,
    body: {
      status: 'ready',
      checks: { storage: true },
      outbox: { pending: 0, sent: 0, refused: 0, oldestSeconds: 0, lastError: null, stuck: false },
    },
  });
});

it.each([
  ['through a proxy', { 'x-forwarded-for': '203.0.113.5' }, '127.0.0.1'],
  ['through another', { forwarded: 'for=203.0.113.5' }, '127.0.0.1'],
  ['through a third', { 'x-real-ip': '203.0.113.5' }, '127.0.0.1'],
  ['to other machines', {}, '203.0.113.5'],
])('tells nothing of it %s', async (_what, headers, remoteAddress) => {
  const answer = await server.app.inject({ url: '/readyz', headers, remoteAddress });
  expect(answer.json()).toEqual({ status: 'ready', checks: { storage: true } });
});

/** Serves readiness of a store that is checked in this way; gives a function that asks for it. */
function readinessBy(
  checkStore: () => Promise<void>,
  outboxStatus = (): Promise<object> => Promise.reject(new Error('away')),
) {
  const app = Fastify();
  registerHealth(app, { checkStore, proveWrite: checkStore, outboxStatus, isClosing: () => false });
  return (path = '/readyz') => app.inject(path).then((answer) => [answer.statusCode, answer.json()]);
}

const READY = [200, { status: 'ready', checks: { storage: true } }];
const UNREADY = [503, { status: 'unready', checks: { storage: false } }];

it('checks the store once for simultaneous requests, and again for the next', async () => {
  let answered = Promise.withResolvers<void>();
  const checkStore = vi.fn(() => answered.promise);
  const ask = readinessBy(checkStore);
  const together = [ask(), ask(), ask()];
  await expect.poll(() => checkStore.mock.calls).toHaveLength(1);
  answered.resolve();
  expect(await Promise.all(together)).toEqual([READY, READY, READY]);
  answered = Promise.withResolvers();
  answered.reject(new Error('away'));
  expect(await ask()).toEqual(UNREADY);
  expect(checkStore).toHaveBeenCalledTimes(2);
});

it('gives up what never ends: a check, also for later requests, and the numbers of the queue', async () => {
  const checks = [new Promise<void>(() => {})];
  const ask = readinessBy(async () => checks.pop());
  const askNumbers = readinessBy(
    async () => {},
    () => new Promise(() => {}),
  );
  const began = performance.now();
  expect(await Promise.all([ask(), ask(), askNumbers()])).toEqual([UNREADY, UNREADY, READY]);
  // The check gives up after two seconds, on a busy machine a little later; a proxy asks again after a few.
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(await ask()).toEqual(READY);
});

it('R23: says for monitoring whether a message can be stored, and tries that once in five seconds', async () => {
  const write = vi.fn(() => Promise.reject(new Error('full')));
  const ask = readinessBy(write);
  for (let turn = 0; turn < 2; turn += 1)
    expect(await ask('/readyz/write')).toEqual([503, { status: 'unready', checks: { write: false } }]);
  expect(write).toHaveBeenCalledTimes(1);
  const works = await readinessBy(() => Promise.resolve())('/readyz/write');
  expect(works).toEqual([200, { status: 'ready', checks: { write: true } }]);
});
