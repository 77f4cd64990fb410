import { expect, it, vi } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { createReceive } from './receive.server.ts';

const source = { address: '192.0.2.1', origin: 'api' } as const;
const overloaded = { kind: 'overloaded', retryAfterSeconds: 5 };

it('lets a thousand messages wait for the store and refuses the next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const receive = createReceive({ store: () => promise, limiter: async () => 0 });
  const waiting = Array.from({ length: 1_000 }, () => receive(contactInput, source));
  await vi.waitFor(async () => expect(await receive(contactInput, source)).toEqual(overloaded));
  resolve();
  expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  expect(await receive(contactInput, source)).toEqual({ kind: 'accepted' });
});

it('asks to retry later when another process locks the store for too long, and throws other failures', async () => {
  const failing = (error: Error) =>
    createReceive({ store: () => Promise.reject(error), limiter: async () => 0 })(contactInput, source);
  expect(await failing(Object.assign(new Error('locked'), { errcode: 5 }))).toEqual(overloaded);
  await expect(failing(new Error('gone'))).rejects.toThrow('gone');
});
