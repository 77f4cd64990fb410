import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { type EngineUnderTest, forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import { dayInParis } from '../config/clock.ts';
import { enqueue } from '../mail/queue.server.ts';
import type { Storage } from '../storage/storage.ts';
import * as retention from './retention.server.ts';
import { trustedClock } from './trusted-clock.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T10:30:00+01:00');
const YEAR_AGO = Date.parse('2025-11-20T10:30:00+01:00');
const view = { path: '/', referrer: '', device: 'phone', views: 1 } as const;

function emptyStore(engine: EngineUnderTest) {
  let added = 0;
  /** Makes store and clock of a process that starts now. */
  const start = async (storage: Storage = engine.storage) => {
    // The monotonic clock goes on while the wall clock jumps.
    const { clock } = here;
    const ranAt = await retention.lastRetention(storage.reads);
    return { storage, clock: trustedClock(clock, ranAt, () => here.uptime()) };
  };
  const run = async (storage?: Storage) => retention.runRetention(await start(storage));
  const here = {
    start,
    uptime: () => here.clock.now(),
    clock: handClock(NOW),
    run,
    /** Adds messages, each younger than the one before by `step`. */
    async add(count: number, oldest: number, body = '', step = SECOND) {
      const rows = Array.from({ length: count }, (_, index) =>
        aMessageRow({ id: `${added++}`, received_at: oldest + index * step, body }),
      );
      await engine.storage.db.insertInto('message').values(rows).execute();
    },
    async bodies() {
      const rows = await engine.storage.db.selectFrom('message').select('body').orderBy('body').execute();
      return rows.map(({ body }) => body);
    },
  };
  beforeEach(async () => {
    await engine.clear();
    here.clock = handClock(NOW);
  });
  return here;
}

forEachEngine('retention', (engine) => {
  const here = emptyStore(engine);

  it('DATA-1: erases a message one second past 12 months, and its mail, and keeps one a second before', async () => {
    for (const [message, receivedAt] of Object.entries({
      past: YEAR_AGO - SECOND,
      'twelve months to the second': YEAR_AGO,
      before: YEAR_AGO + SECOND,
      new: NOW,
    }))
      await storeMessages(engine.storage, [aMessage({ message })], receivedAt);
    // One of the mails has not been sent.
    const leaves = engine.storage.db.updateTable('outbox').set({ state: 'sent' });
    await leaves.where('created_at', '!=', YEAR_AGO).execute();
    expect((await here.run()).results).toMatchObject([{ table: 'message', count: 2 }, {}]);
    expect(await retention.lastRetention(engine.storage.db)).toEqual(NOW);
    expect(await here.bodies()).toEqual(['before', 'new']);
    expect(await engine.storage.db.selectFrom('outbox').select('id').execute()).toHaveLength(2);
    here.clock.advance(SECOND);
    await here.run();
    expect(await here.bodies()).toEqual(['new']);
  });

  it('erases page views past 25 months', async () => {
    const days = ['2024-10-19', '2024-10-20', '2024-10-21', '2026-11-20'];
    const rows = days.map((day) => ({ ...view, day }));
    await engine.storage.db.insertInto('page_view').values(rows).execute();
    expect((await here.run()).results.map(({ count }) => count)).toEqual([0, 2]);
    const left = await engine.storage.db.selectFrom('page_view').select('day').orderBy('day').execute();
    expect(left.map(({ day }) => day)).toEqual(days.slice(2));
  });

  it('erases each row once when several processes run at the same time (R5)', async () => {
    await here.add(3, YEAR_AGO - DAY);
    await here.add(1, NOW, 'new');
    const runs = await Promise.all(Array.from({ length: 6 }, () => here.run()));
    expect(runs.reduce((sum, { results }) => sum + (results[0]?.count ?? 0), 0)).toBe(3);
    expect(await here.bodies()).toEqual(['new']);
  });

  const firstDays = ['1970-01-01', '2024-06-01'];

  it.each(firstDays)(
    'R20: messages of a new store whose first clock says %s stay for a year',
    async (day) => {
      here.clock = handClock(Date.parse(day));
      const process = await here.start();
      await retention.runRetention(process);
      for (let index = 0; index < 5; index += 1)
        await storeMessages(engine.storage, [aMessage({ message: `${index}` })], process.clock.now());
      await retention.runRetention(process);
      here.clock = handClock(NOW);
      expect((await here.run()).results[0]).toMatchObject({ count: 0 });
      const { clock } = await here.start();
      expect(clock.doubt).toBeUndefined();
      const messages = engine.storage.db.selectFrom('message');
      const both = messages.innerJoin('outbox', 'outbox.message_id', 'message.id');
      const dates = await both.select(['received_at', 'created_at']).execute();
      expect(dates).toEqual(Array(5).fill({ received_at: NOW, created_at: NOW }));
    },
  );

  it('R20: what a clock three years ahead has stamped is dated anew once the operator vouches for the right one', async () => {
    here.clock = handClock(NOW + 3 * 365 * DAY);
    await here.run();
    await here.add(5, here.clock.now(), 'dated by it');
    const views = [NOW, here.clock.now()].map((at) => ({ ...view, day: dayInParis(at) }));
    await engine.storage.db.insertInto('page_view').values(views).execute();
    const { id } = await engine.storage.db.selectFrom('message').select('id').executeTakeFirstOrThrow();
    for (const queue of ['outbox', 'notice'] as const)
      await enqueue(engine.storage.db, queue, { id, messageId: id }, here.clock.now());
    const server = await here.start();
    here.clock = handClock(NOW);
    server.clock = trustedClock(here.clock, await retention.lastRetention(engine.storage.db), () =>
      here.uptime(),
    );
    await retention.runRetention(server);
    expect(server.clock.doubt).toBe('behind');
    await retention.runRetention(await here.start(), { believe: true });
    await retention.runRetention(server);
    expect(server.clock.doubt).toBeUndefined();
    const rows = await engine.storage.db.selectFrom('message').select('received_at').execute();
    expect(rows).toEqual(Array(5).fill({ received_at: NOW }));
    const queued = engine.storage.db.selectFrom(['outbox', 'notice']);
    const dates = queued.select(['outbox.created_at as mail', 'notice.created_at as notice']);
    expect(await dates.execute()).toEqual([{ mail: NOW, notice: NOW }]);
    const days = await engine.storage.db.selectFrom('page_view').select('day').execute();
    expect(days).toEqual([{ day: dayInParis(NOW) }]);
  });

  it('R20: a stop of 41 days erases nothing before its time, until the operator vouches for the clock', async () => {
    await here.run();
    await here.add(1, YEAR_AGO + DAY, 'a day left');
    here.clock.advance(41 * DAY);
    expect((await here.run()).results[0]).toMatchObject({ count: 0 });
    await retention.runRetention(await here.start(), { believe: true });
    expect(await here.bodies()).toEqual([]);
  });

  it.each([1, 1_000])(
    'R20: %i messages survive a clock that jumps for 30 days',
    async (count) => {
      const random = seeded(count);
      const real = handClock(NOW);
      here.uptime = real.now;
      let wrong = 0;
      here.clock = { ...real, now: () => real.now() + wrong };
      await here.run();
      await here.add(1, YEAR_AGO + DAY, 'a day left');
      await here.add(count, NOW, 'today', 0);
      let process = await here.start();
      const doubts = new Set<string | undefined>();
      for (let hour = 0; hour < 30 * 24; hour += 4) {
        real.advance(4 * HOUR);
        const dice = random();
        if (dice < 0.05) process = await here.start();
        else if (dice < 0.15)
          // The wrong clock says a date from 2020 to 2035.
          wrong = Math.round(Date.UTC(2020, 0, 1) + random() * 15 * 365 * DAY - real.now());
        await retention.runRetention(process);
        doubts.add(process.clock.doubt);
      }
      expect(doubts).toEqual(new Set([undefined, 'ahead', 'behind']));
      expect((await here.bodies()).filter((body) => body === 'today')).toHaveLength(count);
      wrong = 0;
      for (let hour = 0; hour < 24; hour += 4) {
        await retention.runRetention(process);
        real.advance(4 * HOUR);
      }
      expect(new Set(await here.bodies())).toEqual(new Set(['today']));
    },
    60_000,
  );
});

/** Returns numbers from 0 to 1 that are the same in each run (Park and Miller). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

onSqlite('retention, whatever the engine', (engine) => {
  const here = emptyStore(engine);
  async function logged(storage = engine.storage) {
    const lines: unknown[][] = [];
    const note =
      (level: string) =>
      (...line: unknown[]) =>
        void lines.push([level, ...line]);
    const logger = { info: note('info'), warn: note('warn'), error: note('error') };
    const app = Fastify();
    retention.registerRetention(app, { ...(await here.start()), storage, logger });
    await app.close();
    return lines;
  }

  it('previews what is too old, without a change, while another process holds the lock', async () => {
    await here.add(30, YEAR_AGO - 29 * SECOND);
    await here.add(1, YEAR_AGO + SECOND);
    using other = new DatabaseSync(join(engine.location.dataDir, 'vitrine.db'));
    other.exec('begin immediate');
    expect(await retention.countDue(await here.start())).toMatchObject([
      { table: 'message', months: 12, before: YEAR_AGO, count: 30 },
      { table: 'page_view', months: 25, count: 0 },
    ]);
    expect(await here.bodies()).toHaveLength(31);
    expect(await retention.lastRetention(engine.storage.db)).toBeUndefined();
  });

  it('reads from a file of any version when retention ran last', async () => {
    const file = join(engine.location.dataDir, 'vitrine.db');
    await here.run();
    expect(retention.lastRetentionIn(file)).toBe(NOW);
    const other = join(engine.location.dataDir, 'other.db');
    expect(() => retention.lastRetentionIn(other)).toThrow('unable to open');
    new DatabaseSync(other).close();
    expect(retention.lastRetentionIn(other)).toBeUndefined();
  });

  it('rewrites the file only for what is personal (R19), and again in the next run if that failed', async () => {
    const scrub = vi.fn(async () => {});
    const storage = { ...engine.storage, scrub };
    const old = { ...view, day: '2024-01-01' };
    await storage.db.insertInto('page_view').values(old).execute();
    expect((await here.run(storage)).results[1]).toMatchObject({ count: 1 });
    await here.add(1, YEAR_AGO - DAY);
    expect(scrub).not.toHaveBeenCalled();
    scrub.mockRejectedValueOnce(new Error('no room'));
    expect((await here.run(storage)).traces).toEqual({ left: true, failure: new Error('no room') });
    await here.run(storage);
    await here.run(storage);
    expect(scrub).toHaveBeenCalledTimes(2);
  });

  it('leaves nothing in the bytes on disk of what it erased, and all of the rest (P1)', async () => {
    const isOld = (index: number) => index % 3 !== 0;
    const rows = Array.from({ length: 1_500 }, (_, index) =>
      aMessageRow({
        // The rows are shuffled, so that those of different ages share pages.
        id: `${(index * 7919) % 1500}-${index}`,
        received_at: isOld(index) ? YEAR_AGO - index : NOW,
        body: `begin-${index}. ${'x'.repeat(index % 700)} end-${index}.`,
        fullname: `name-${index}.`,
        email_key: `mail-${index}.@example.org`,
      }),
    );
    await engine.storage.db.insertInto('message').values(rows).execute();
    const indexesOnDisk = async () => {
      const { dataDir } = engine.location;
      const files = await readdir(dataDir);
      const bytes = await Promise.all(files.map((file) => readFile(join(dataDir, file), 'latin1')));
      const traces = bytes.join('').matchAll(/(?:begin|end|name|mail)-(\d+)\./g);
      return Map.groupBy(new Set(Array.from(traces, ([text]) => text)), (text) => Number(text.match(/\d+/)));
    };
    expect(await indexesOnDisk()).toHaveProperty('size', 1_500);
    await here.run();
    const left = [...(await indexesOnDisk())];
    expect(left.filter(([index]) => isOld(index))).toEqual([]);
    expect(left.filter(([, traces]) => traces.length === 4)).toHaveLength(500);
  });

  it('logs what was erased, why traces are left, a clock in doubt, and a run that failed', async () => {
    expect(await logged()).toEqual([]);
    await here.add(1, YEAR_AGO - DAY);
    const err = new Error('no room');
    expect(await logged({ ...engine.storage, scrub: () => Promise.reject(err) })).toEqual([
      ['info', { message: 1, page_view: 0 }, 'retention erased what was too old'],
      ['error', { err }, 'retention failed'],
    ]);
    here.clock.advance(41 * DAY);
    const doubt = { clock: new Date(NOW + 41 * DAY), time: new Date(NOW), kind: 'ahead' };
    expect(await logged()).toEqual([['error', doubt, 'clock in doubt']]);
    here.clock.advance(-41 * DAY);
    expect(await logged({ ...engine.storage, db: undefined as never })).toEqual([
      ['error', { err: expect.any(TypeError) }, 'retention failed'],
    ]);
  });

  it('runs every hour until it is stopped, and logs once that the clock is in doubt, and once that it is believed again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const real = handClock(NOW);
    here.uptime = real.now;
    let wrong = 0;
    here.clock = { ...real, now: () => real.now() + wrong };
    await here.run();
    const process = await here.start();
    const said: string[] = [];
    let ended = Promise.withResolvers<void>();
    const note = (_facts: unknown, text: string) => void said.push(text);
    const info = (_facts: unknown, text: string) => {
      if (text.startsWith('retention')) ended.resolve();
      else said.push(text);
    };
    const app = Fastify();
    const nextRun = async (begin: () => void) => {
      await here.add(1, YEAR_AGO - DAY);
      ended = Promise.withResolvers();
      begin();
      await ended.promise;
      // No other run begins when an hour passes during a run. A poll would move the fake time.
      await new Promise(setImmediate);
    };
    wrong = 41 * DAY;
    const logger = { info, warn: note, error: note } as Parameters<
      typeof retention.registerRetention
    >[1]['logger'];
    await nextRun(() => retention.registerRetention(app, { ...process, logger }));
    const begun = vi.spyOn(engine.storage.db, 'transaction');
    const hourPasses = () => {
      begun.mockClear();
      vi.advanceTimersByTime(HOUR - 1);
      expect(begun).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(begun).toHaveBeenCalledOnce();
    };
    await nextRun(hourPasses);
    expect(said).toEqual(['clock in doubt']);
    wrong = 0;
    for (const _again of [1, 2]) await nextRun(hourPasses);
    expect(said).toEqual(['clock in doubt', 'clock believed again']);
    await app.close();
    begun.mockClear();
    vi.advanceTimersByTime(3 * HOUR);
    expect(begun).not.toHaveBeenCalled();
    here.uptime = () => here.clock.now();
    vi.useRealTimers();
  });
});
