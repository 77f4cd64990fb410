import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { type OutboxHealth, outboxHealth, watchOutbox } from './outbox-watch.server.ts';

const MINUTE = 60_000;

onSqlite('the health of the outbox', (engine) => {
  beforeEach(() => engine.clear());

  it('is stuck once a mail has waited for ten minutes, unless there is no mail server (R4, R14)', async () => {
    await storeMessages(engine.storage, [aMessage()], 0);
    const stuck = async (now: number, sends = true) =>
      (await outboxHealth(engine.storage.db, now, sends)).stuck;
    expect(await stuck(10 * MINUTE - 1)).toBe(false);
    expect(await stuck(10 * MINUTE)).toBe(true);
    expect(await stuck(10 * MINUTE, false)).toBe(false);
  });
});

it('the watch logs once that the queue is stuck and once that it runs again, and tells until that has succeeded', async () => {
  vi.useFakeTimers();
  const health = { pending: 1, refused: 0, oldestSeconds: 600, lastError: null };
  const states = [false, undefined, true, true, true, false, false];
  const look = vi.fn(async (): Promise<OutboxHealth> => {
    const stuck = states.shift();
    if (stuck === undefined) throw new Error('no store');
    return { ...health, stuck };
  });
  const logger = { info: vi.fn(), error: vi.fn() };
  const onStuck = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no store'));
  const stop = watchOutbox(look, logger, onStuck);
  await vi.advanceTimersByTimeAsync(7 * 30_000);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(look).toHaveBeenCalledTimes(7);
  // Again after it failed, and no more once it has succeeded.
  expect(onStuck).toHaveBeenCalledTimes(2);
  expect(logger.error).toHaveBeenCalledExactlyOnceWith({ ...health, stuck: true }, 'outbox stuck');
  expect(logger.info).toHaveBeenCalledExactlyOnceWith({ ...health, stuck: false }, 'outbox runs again');
  vi.useRealTimers();
});
