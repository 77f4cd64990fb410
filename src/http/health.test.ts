import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { registerHealth, sharedProof } from './health.server.ts';

/** Serves the health of a process; returns a function that asks for it. */
function healthBy(proveWrite: () => Promise<void>, isClosing = () => false) {
  const app = Fastify();
  registerHealth(app, { writeWorks: sharedProof(proveWrite), isClosing });
  return (path: string) => app.inject(path).then((answer) => [answer.statusCode, answer.json()]);
}

const WRITES = [200, { status: 'ready', checks: { write: true } }];
const NO_WRITES = [503, { status: 'unready', checks: { write: false } }];

it('R26: may get traffic without a store, until it closes', async () => {
  let closing = false;
  const write = vi.fn(() => new Promise<void>(() => {}));
  const ask = healthBy(write, () => closing);
  expect(await ask('/readyz')).toEqual([200, { status: 'ready', checks: { closing: false } }]);
  closing = true;
  expect(await ask('/readyz')).toEqual([503, { status: 'closing', checks: { closing: true } }]);
  expect(await ask('/readyz/write')).toEqual(NO_WRITES);
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
  expect(write).not.toHaveBeenCalled();
});

it('R23: says for monitoring whether a message can be stored, and tries that once in five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const write = vi.fn(() => Promise.reject(new Error('full')));
  const ask = healthBy(write);
  const answers = [ask('/readyz/write'), ask('/readyz/write')];
  expect(await Promise.all(answers)).toEqual(Array(2).fill(NO_WRITES));
  vi.advanceTimersByTime(4_999);
  expect(await ask('/readyz/write')).toEqual(NO_WRITES);
  expect(write).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await ask('/readyz/write');
  expect(write).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  expect(await healthBy(async () => {})('/readyz/write')).toEqual(WRITES);
});

it('gives up a write that never ends', async () => {
  const began = performance.now();
  expect(await healthBy(() => new Promise(() => {}))('/readyz/write')).toEqual(NO_WRITES);
  expect(performance.now() - began).toBeGreaterThan(4_900);
}, 20_000);
