import Fastify from 'fastify';
import { expect, it } from 'vitest';
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

it('is not ready without its store', async () => {
  await server.storage.close();
  expect(await ready()).toMatchObject({
    status: 503,
    body: { status: 'unready', checks: { storage: false } },
  });
});

it('checks the store once for simultaneous requests, and again for the next', async () => {
  const app = Fastify();
  let asked = 0;
  let answered = Promise.withResolvers<void>();
  const checkStore = () => {
    asked += 1;
    return answered.promise;
  };
  registerHealth(app, { checkStore, details: async () => ({}) }, () => false);
  const ask = () => app.inject('/readyz').then(({ statusCode }) => statusCode);
  const together = [ask(), ask(), ask()];
  await expect.poll(() => asked).toBe(1);
  answered.resolve();
  expect(await Promise.all(together)).toEqual([200, 200, 200]);
  answered = Promise.withResolvers();
  answered.reject(new Error('away'));
  expect(await ask()).toBe(503);
  expect(asked).toBe(2);
});

it('gives up a check that never ends, also for later requests', async () => {
  const app = Fastify();
  const checks = [new Promise<void>(() => {})];
  const checkStore = async () => checks.pop();
  registerHealth(app, { checkStore, details: async () => ({}) }, () => false);
  const ask = () => app.inject('/readyz').then(({ statusCode }) => statusCode);
  const began = performance.now();
  expect(await Promise.all([ask(), ask()])).toEqual([503, 503]);
  // The check gives up after two seconds, on a busy machine a little later; a proxy asks again after a few.
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(await ask()).toBe(200);
});

it('answers without the numbers when they take too long', async () => {
  const app = Fastify();
  registerHealth(app, { checkStore: async () => {}, details: () => new Promise(() => {}) }, () => false);
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready', checks: { storage: true } });
});
