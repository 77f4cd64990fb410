import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import { claim } from './claim.server.ts';
import { outboxHealth } from './outbox-health.server.ts';
import { createOutboxWatch } from './outbox-watch.server.ts';

const MINUTE = 60_000;

forEachEngine('health of the outbox', (engine) => {
  beforeEach(() => engine.clear());
  const health = (now: number, sends = true) => outboxHealth(engine.storage.db, now, sends);

  it('is well when nothing waits', async () => {
    const nothing = { pending: 0, refused: 0, oldestSeconds: 0, overdueSeconds: 0, stuck: false };
    expect(await health(0)).toEqual(nothing);
  });

  it('counts what waits and what was refused, and how long', async () => {
    const clock = handClock();
    const messages = ['one', 'two', 'three'].map((message) => aMessage({ message }));
    const [first] = await storeMessages(engine.storage, messages, clock.now());
    await engine.storage.db
      .updateTable('outbox')
      .set({ state: 'refused' })
      .where('message_id', '=', first?.id ?? '')
      .execute();
    clock.advance(59_900);
    expect(await health(clock.now())).toEqual({
      pending: 2,
      refused: 1,
      oldestSeconds: 59,
      overdueSeconds: 59,
      stuck: false,
    });
    clock.advance(100);
    expect(await health(clock.now())).toMatchObject({ overdueSeconds: 60, stuck: true });
    expect(await health(clock.now(), false)).toMatchObject({ pending: 2, stuck: false });
  });

  it('takes a mail under way for no overdue one, until its lease is over', async () => {
    const clock = handClock();
    await storeMessages(engine.storage, [aMessage()], clock.now());
    await claim(engine.storage, { now: clock.now(), owner: 'one', limit: 1, leaseMs: 5 * MINUTE });
    clock.advance(5 * MINUTE - 1);
    expect(await health(clock.now())).toMatchObject({ overdueSeconds: 0, stuck: false });
    clock.advance(1);
    expect(await health(clock.now())).toMatchObject({ overdueSeconds: 300, stuck: true });
  });

  it('is stuck when a mail was put off for ten minutes, though none is overdue', async () => {
    const clock = handClock();
    await storeMessages(engine.storage, [aMessage()], clock.now());
    const due = { due_at: clock.now() + 60 * MINUTE, last_error: 'ECONNREFUSED' };
    await engine.storage.db.updateTable('outbox').set(due).execute();
    clock.advance(10 * MINUTE - 1);
    expect(await health(clock.now())).toMatchObject({ overdueSeconds: 0, stuck: false });
    clock.advance(1);
    expect(await health(clock.now())).toMatchObject({ oldestSeconds: 600, stuck: true });
  });
});

onSqlite('the watch', (engine) => {
  it('logs once that the queue is stuck and once that it runs again, and reads the store once a second', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let monotonic = 0;
    const wait = (milliseconds: number) => {
      monotonic += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    };
    const clock = handClock();
    const logger = { info: vi.fn(), error: vi.fn() };
    const { db } = engine.storage;
    const watch = createOutboxWatch({ db, clock, logger, sends: true, monotonic: () => monotonic });
    await storeMessages(engine.storage, [aMessage()], clock.now());
    expect(await watch.look()).toMatchObject({ pending: 1, stuck: false });
    clock.advance(10 * MINUTE);
    expect(await watch.look()).toMatchObject({ stuck: false });
    for (let time = 0; time < 3; time += 1) {
      wait(30_000);
      expect(await watch.look()).toMatchObject({ stuck: true });
    }
    expect(logger.error.mock.calls).toEqual([
      [expect.objectContaining({ pending: 1, stuck: true }), 'outbox stuck'],
    ]);
    await db.updateTable('outbox').set({ state: 'sent' }).execute();
    wait(1_000);
    expect(await watch.look()).toMatchObject({ pending: 0, stuck: false });
    expect(logger.info).toHaveBeenCalledTimes(1);
    watch.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  describe('its queries', () => {
    it('read the two small indexes, not the whole queue', async () => {
      const { sql } = await import('kysely');
      for (const state of ['pending', 'refused']) {
        const { rows } = await sql<{ detail: string }>`explain query plan
          select count(*) from outbox where state = ${sql.lit(state)}`.execute(engine.storage.db);
        expect(rows.map(({ detail }) => detail).join()).toMatch(
          /USING (COVERING )?INDEX outbox_(due|refused)/,
        );
      }
    });
  });
});
