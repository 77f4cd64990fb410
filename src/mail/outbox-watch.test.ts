import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { createOutboxWatch, outboxHealth } from './outbox-watch.server.ts';

const MINUTE = 60_000;

onSqlite('the health of the outbox', (engine) => {
  beforeEach(() => engine.clear());
  const health = (now: number, sends = true) => outboxHealth(engine.storage.db, now, sends);

  it('counts what waits and what was given up, and how long (R4, R14)', async () => {
    const clock = handClock();
    const none = { pending: 0, refused: 0, lastError: null, oldestSeconds: 0, overdueSeconds: 0 };
    expect(await health(clock.now())).toEqual({ ...none, stuck: false });
    const messages = ['one', 'two', 'three'].map((message) => aMessage({ message }));
    const [first, second] = await storeMessages(engine.storage, messages, clock.now());
    const set = (id: string | undefined, changes: object) =>
      engine.storage.db
        .updateTable('outbox')
        .set(changes)
        .where('message_id', '=', id ?? '')
        .execute();
    await set(first?.id, { state: 'refused', last_error: 'SMTP 554' });
    await set(second?.id, { last_error: 'SMTP 550' });
    clock.advance(10 * MINUTE - 1);
    const counts = { pending: 2, refused: 1, lastError: 'SMTP 550' };
    const seconds = { oldestSeconds: 599, overdueSeconds: 599 };
    expect(await health(clock.now())).toEqual({ ...counts, ...seconds, stuck: false });
    clock.advance(1);
    expect(await health(clock.now())).toMatchObject({ oldestSeconds: 600, stuck: true });
    expect(await health(clock.now(), false)).toMatchObject({ pending: 2, stuck: false });
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
