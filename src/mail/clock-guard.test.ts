import { beforeEach, expect, it } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { createClockGuard } from './clock-guard.server.ts';
import { watchClock } from './clock-watch.ts';

const MINUTE = 60_000;
const MAX_DELAY = 15 * MINUTE;
const LEASE = 5 * MINUTE;

onSqlite('the clock guard', (engine) => {
  let clock: ReturnType<typeof handClock>;
  let monotonic: number;
  const guard = () =>
    createClockGuard({
      db: engine.storage.db,
      clock,
      monotonic: () => monotonic,
      maxDelayMs: MAX_DELAY,
      leaseMs: LEASE,
    });
  const pass = (milliseconds: number) => {
    clock.advance(milliseconds);
    monotonic += milliseconds;
  };
  const putOff = (until: number) => engine.storage.db.updateTable('outbox').set({ due_at: until }).execute();
  const renameOutbox = (from: string, to: string) =>
    engine.storage.db.schema.alterTable(from).renameTo(to).execute();
  const dueIn = async () => {
    const row = await engine.storage.db.selectFrom('outbox').select('due_at').executeTakeFirstOrThrow();
    return row.due_at - clock.now();
  };

  beforeEach(async () => {
    await engine.clear();
    clock = handClock();
    monotonic = 1_000_000;
    await storeMessages(engine.storage, [aMessage()], clock.now());
  });

  it('shortens an impossible wait at once at first, then every minute', async () => {
    const own = guard();
    const farAway = clock.now() + 10 * MAX_DELAY;
    await putOff(farAway);
    await own.follow();
    expect(await dueIn()).toBe(MAX_DELAY);
    await putOff(farAway);
    pass(MINUTE - 1);
    await own.follow();
    expect(await dueIn()).toBeGreaterThan(MAX_DELAY);
    pass(1);
    await own.follow();
    expect(await dueIn()).toBe(MAX_DELAY);
  });

  it('shortens it at once, within the minute, when the clock was set', async () => {
    const own = guard();
    await own.follow();
    await putOff(clock.now() + 10 * MAX_DELAY);
    clock.advance(MINUTE);
    await own.follow();
    expect(await dueIn()).toBe(MAX_DELAY);
  });

  it('makes what waited due when the clock goes back', async () => {
    const own = guard();
    await putOff(clock.now() + MINUTE);
    clock.advance(-60 * MINUTE);
    await own.follow();
    expect(await dueIn()).toBe(0);
  });

  it('does not forget that the clock went back while the store was away', async () => {
    const own = guard();
    await own.follow();
    await putOff(clock.now() + MINUTE);
    clock.advance(-60 * MINUTE);
    await renameOutbox('outbox', 'away');
    await expect(own.follow()).rejects.toThrow('outbox');
    await expect(own.follow()).rejects.toThrow('outbox');
    await renameOutbox('away', 'outbox');
    await own.follow();
    expect(await dueIn()).toBe(0);
    await putOff(clock.now() + MINUTE);
    await own.follow();
    expect(await dueIn()).toBe(MINUTE);
  });

  it('takes nothing over for the length of a lease after a jump forward', async () => {
    const own = guard();
    expect(own.mayTakeOver).toBe(true);
    clock.advance(60 * MINUTE);
    await own.follow();
    expect(own.mayTakeOver).toBe(false);
    pass(LEASE - 1);
    expect(own.mayTakeOver).toBe(false);
    pass(1);
    expect(own.mayTakeOver).toBe(true);
  });
});

it('a clock that runs is steady, one that was set by more than 5 s is not', () => {
  const clock = handClock();
  let monotonic = 7_000_000;
  const check = watchClock(clock, () => monotonic);
  clock.advance(3_600_000);
  monotonic += 3_600_000;
  expect(check()).toBe('steady');
  clock.advance(5_000);
  expect(check()).toBe('steady');
  clock.advance(-5_000);
  expect(check()).toBe('steady');
  clock.advance(5_001);
  expect(check()).toBe('forward');
  clock.advance(-5_001);
  expect(check()).toBe('back');
});
