import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import { claim } from './claim.server.ts';
import { LEASE_MS } from './deliver-next.server.ts';
import { createDelivery } from './delivery.server.ts';
import { createOutage } from './outage.ts';
import { createOutboxWatch } from './outbox-watch.server.ts';
import { mailRetries, serverRetries } from './retry-delays.ts';
import { createSettlement } from './settlement.server.ts';
import type { Outcome } from './transport.server.ts';

const SECOND = 1_000;
const accepted: Outcome = { kind: 'accepted' };
const unreachable: Outcome = { kind: 'unreachable', code: 'ECONNREFUSED' };

forEachEngine('the alarm while the mail server is away', (engine) => {
  let clock: ReturnType<typeof handClock>;
  let start: number;
  let send: () => Promise<Outcome>;
  let lines: string[];
  const seconds = () => (clock.now() - start) / SECOND;
  const monotonic = () => clock.now() - start;
  const log = (_facts: unknown, words?: unknown) => {
    lines.push(`${words} at ${seconds()} s`);
  };
  const alarms = { info: log, error: log };
  const silent = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  const create = (owner: string) =>
    createDelivery({
      storage: engine.storage,
      transport: { send: () => send(), check: async () => unreachable },
      compose: async () => ({ envelope: { from: 'a', to: ['b'] }, raw: Buffer.from('') }),
      clock,
      logger: silent,
      owner,
      random: () => 0.5,
      firstRetryMs: 30 * SECOND,
      monotonic,
    });
  const store = (message = `at ${seconds()}`) =>
    storeMessages(engine.storage, [aMessage({ message })], clock.now());
  const watchQueue = () =>
    createOutboxWatch({ db: engine.storage.db, clock, logger: alarms, sends: true, monotonic });

  beforeEach(async () => {
    await engine.clear();
    clock = handClock();
    start = clock.now();
    lines = [];
    send = async () => unreachable;
  });

  it.each([1, 2])(
    'is raised once, after ten minutes, and ended once, when mails leave (processes: %i)',
    async (count) => {
      const watch = watchQueue();
      const [one, other] = [create('one'), count > 1 ? create('other') : undefined];
      await store();
      const died = { lease_owner: 'died', lease_until: start + 120 * SECOND, attempts: 1 };
      await engine.storage.db.updateTable('outbox').set(died).execute();
      for (; seconds() < 900; clock.advance(SECOND)) {
        if (seconds() === 750) send = async () => ({ kind: 'accepted' });
        if ([40, 75, 140, 260, 380, 500].includes(seconds())) await store();
        await one.runOnce();
        if (seconds() >= 60) await other?.runOnce();
        if (seconds() % 2 === 0) await watch.look();
      }
      expect(lines).toEqual([
        'outbox stuck at 600 s',
        expect.stringMatching(/^outbox runs again at (7[5-9]|8\d)\d s$/),
      ]);
      const left = engine.storage.db.selectFrom('outbox').select('state').where('state', '!=', 'sent');
      expect(await left.execute()).toEqual([]);
      watch.stop();
    },
  );

  it('a process that cannot reach it leaves to another one what that one sends', async () => {
    const { db } = engine.storage;
    const cutOff = create('one');
    const owner = 'other';
    const random = () => 0.5;
    const retries = mailRetries(30 * SECOND);
    const outage = createOutage(serverRetries(30 * SECOND), random, monotonic);
    const settlement = createSettlement({
      ...{ db, clock, owner, random, retries, outage, monotonic },
      onReturn: vi.fn(),
    });
    for (let mail = 0; mail < 80; mail += 1) await store(`mail ${mail}`);
    await cutOff.runOnce();
    for (; seconds() < 30 + 80; clock.advance(SECOND)) {
      const takes = { now: clock.now(), owner, limit: 1, leaseMs: LEASE_MS };
      for (const mail of await claim(engine.storage, takes)) await settlement.conclude(mail, accepted);
      await cutOff.runOnce();
    }
    const left = await db.selectFrom('outbox').select('id').where('state', '!=', 'sent').execute();
    expect(left).toEqual([]);
    await cutOff.stop();
  });

  it('is not raised while connections to it hang', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const watch = watchQueue();
    const delivery = create('one');
    for (const mail of ['a', 'b', 'c', 'd', 'e', 'f']) await store(mail);
    await delivery.runOnce();
    clock.advance(30 * SECOND);
    const hung = Promise.withResolvers<Outcome>();
    send = () => hung.promise;
    for (let second = 0; second < 100; second += 1) {
      let over = false;
      void delivery.runOnce().then(() => {
        over = true;
      });
      while (!over) await vi.advanceTimersByTimeAsync(SECOND);
      clock.advance(SECOND);
      await watch.look();
    }
    expect(lines).toEqual([]);
    hung.resolve(unreachable);
    await delivery.stop();
    watch.stop();
    vi.useRealTimers();
  });
});
