import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { createOutboxWatch, outboxHealth } from './outbox-watch.server.ts';

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

  it('logs once that the queue is stuck and once that it runs again, and reads the store once a second', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let monotonic = 0;
    const wait = (milliseconds: number) => {
      monotonic += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    };
    const clock = handClock();
    const logger = { info: vi.fn(), error: vi.fn() };
    const onStuck = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no store'));
    const { db } = engine.storage;
    const watch = createOutboxWatch({ db, clock, logger, sends: true, onStuck, monotonic: () => monotonic });
    await storeMessages(engine.storage, [aMessage()], clock.now());
    expect(await watch.look()).toMatchObject({ pending: 1, stuck: false });
    clock.advance(10 * MINUTE);
    expect(await watch.look()).toMatchObject({ stuck: false });
    for (let time = 0; time < 3; time += 1) {
      wait(30_000);
      expect(await watch.look()).toMatchObject({ stuck: true });
    }
    // Again after it failed, and no more once it has succeeded.
    expect(onStuck).toHaveBeenCalledTimes(2);
    expect(logger.error.mock.calls.map(([, message]) => message)).toEqual([
      'outbox stuck',
      'notice not queued',
    ]);
    expect(logger.error.mock.calls[0]?.[0]).toMatchObject({ pending: 1, stuck: true });
    await db.updateTable('outbox').set({ state: 'sent' }).execute();
    wait(1_000);
    expect(await watch.look()).toMatchObject({ pending: 0, stuck: false });
    expect(logger.info).toHaveBeenCalledTimes(1);
    watch.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
