import { expect, it, vi } from 'vitest';
import { contactInput, handClock } from '../../tests/support/contact.ts';
import type { Storage } from '../storage/storage.ts';
import { createReceive } from './receive.server.ts';

const source = { address: '192.0.2.1', origin: 'api' } as const;
/** Makes the function on a store whose transactions end so. */
function receiveWith(commit: () => Promise<unknown>, limiter = async () => 0) {
  const db = { transaction: () => ({ execute: commit }) };
  const mail = { notifies: false, wake: vi.fn() };
  const metrics = { countMessage: vi.fn() };
  const warn = vi.fn();
  const receive = createReceive({
    storage: { db } as unknown as Storage,
    clock: handClock(),
    logger: { warn },
    limiter,
    mail,
    metrics,
    blockers: async () => [{ pid: 4711 }],
  });
  return { receive, mail, metrics, warn };
}

const overloaded = { kind: 'overloaded', retryAfterSeconds: 5 };

it('lets a thousand messages wait for the store and refuses the next', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { receive } = receiveWith(() => promise);
  const waiting = Array.from({ length: 1_000 }, () => receive(contactInput, source));
  await vi.waitFor(async () => expect(await receive(contactInput, source)).toEqual(overloaded));
  resolve(true);
  expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  expect(await receive(contactInput, source)).toEqual({ kind: 'accepted' });
});

it('R21: asks to retry later while another program locks the store, and names that by its number, once per lock', async () => {
  const locked = Object.assign(new Error('locked'), { errcode: 5 });
  const commit = vi.fn(async () => Promise.reject(locked));
  const { receive, warn } = receiveWith(commit);
  const told = [{ pids: [4711] }, expect.stringContaining('locks the store')];
  expect(await receive(contactInput, source)).toEqual(overloaded);
  await receive(contactInput, source);
  expect(warn.mock.calls).toEqual([told]);
  commit.mockResolvedValueOnce(true as never);
  await receive(contactInput, source);
  await receive(contactInput, source);
  expect(warn.mock.calls).toEqual([told, told]);
});

it('throws the other failures of the store', async () => {
  const { receive } = receiveWith(() => Promise.reject(new Error('gone')));
  await expect(receive(contactInput, source)).rejects.toThrow('gone');
});

it('R21: asks to retry later while another program locks the counts of the limit', async () => {
  const locked = () => Promise.reject(Object.assign(new Error('locked'), { code: '55P03' }));
  const { receive, warn } = receiveWith(async () => true, locked);
  expect(await receive(contactInput, source)).toEqual(overloaded);
  expect(warn).toHaveBeenCalledOnce();
});

it('wakes the deliveries for a message that is new, and counts every result', async () => {
  const { receive, mail, metrics } = receiveWith(vi.fn(async () => true).mockResolvedValueOnce(false));
  await receive(contactInput, source);
  expect(mail.wake).not.toHaveBeenCalled();
  await receive(contactInput, source);
  expect(mail.wake).toHaveBeenCalledOnce();
  await receive({}, source);
  expect(metrics.countMessage.mock.calls.flat()).toEqual(['accepted', 'accepted', 'invalid']);
});
