import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { type EngineUnderTest, forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import type { Storage } from '../storage/storage.ts';
import {
  countDue,
  isInDoubt,
  lastRetention,
  lastRetentionIn,
  registerRetention,
  runRetention,
} from './retention.server.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T10:30:00+01:00');
const YEAR_AGO = Date.parse('2025-11-20T10:30:00+01:00');
const view = { path: '/', referrer: '', device: 'phone', views: 1 } as const;

/** Retention on an empty store, with a clock moved by hand. */
function emptyStore(engine: EngineUnderTest) {
  let added = 0;
  const run = (storage: Storage = engine.storage) => runRetention(storage, here.clock);
  const here = {
    clock: handClock(NOW),
    run,
    /** Runs retention and gives its result for the messages. */
    messages: async () => (await run()).results[0],
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
    expect(await here.run()).toMatchObject({
      held: false,
      results: [{ table: 'message', count: 2, left: 0 }, {}],
    });
    expect(await lastRetention(engine.storage.db)).toEqual({ ranAt: NOW, held: false });
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
    const all = await Promise.all(Array.from({ length: 6 }, () => here.messages()));
    expect(all.reduce((sum, result) => sum + (result?.count ?? 0), 0)).toBe(3);
    expect(await here.bodies()).toEqual(['new']);
  });

  it('erases nothing younger when an operator erases an old row meanwhile', async () => {
    await here.add(1, YEAR_AGO - DAY, 'old');
    await here.add(1, NOW, 'new');
    const eraseOld = () => engine.storage.db.deleteFrom('message').where('body', '=', 'old').execute();
    let erased: Promise<unknown> | undefined;
    const whenCounted: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows[0]?.['n'] === 1) erased = eraseOld();
        // On SQLite the two take turns.
        if (engine.engine === 'postgres') await erased;
        return result;
      },
    };
    await here.run({ ...engine.storage, db: engine.storage.db.withPlugin(whenCounted) });
    await erased;
    expect(await here.bodies()).toEqual(['new']);
  });

  it('erases a small part each hour, oldest first, when the clock jumps forward by years (R10)', async () => {
    await here.run();
    // Rows of the same age go together.
    await here.add(15, NOW - 2 * DAY, 'oldest', 0);
    await here.add(85, NOW - DAY, 'younger');
    here.clock.advance(2 * 365 * DAY);
    const left: unknown[] = [];
    for (let hour = 0; hour < 10; hour += 1) {
      const { held, results } = await here.run();
      left.push(results[0]?.left);
      if (hour === 0) expect([held, (await here.bodies()).includes('oldest')]).toEqual([true, false]);
      here.clock.advance(HOUR);
    }
    expect(left).toEqual([85, 75, 65, 55, 45, 35, 25, 15, 5, 0]);
    expect(await lastRetention(engine.storage.db)).toMatchObject({ held: false });
  });
});

onSqlite('retention, whatever the engine', (engine) => {
  const here = emptyStore(engine);
  /** Gives the log of the first run after a start. */
  async function logged(storage = engine.storage) {
    const lines: unknown[][] = [];
    const logger = Object.fromEntries(
      ['info', 'warn', 'error'].map((level) => [level, (...line: unknown[]) => lines.push([level, ...line])]),
    ) as unknown as Parameters<typeof registerRetention>[1]['logger'];
    const app = Fastify();
    registerRetention(app, { storage, clock: here.clock, logger });
    await app.close();
    return lines;
  }

  it.each([
    ['32 days', 32 * DAY, 30, 0],
    ['more than 32 days', 32 * DAY + 1, 10, 20],
    ['more than 32 days with many rows, one in twenty', 32 * DAY + 1, 16, 284],
    ['more than 32 days with few old rows', 32 * DAY + 1, 3, 0],
  ])('erases after a gap of %s', async (_gap, gap, count, left) => {
    await here.run();
    await here.add(count + left, YEAR_AGO - DAY);
    await here.add(20, NOW, 'young');
    here.clock.advance(gap);
    expect(await here.messages()).toMatchObject({ count, left });
    expect((await here.bodies()).filter((body) => body === 'young')).toHaveLength(20);
  });

  it('erases no more on a site that starts again and again', async () => {
    await here.run();
    await here.add(30, NOW);
    here.clock.advance(400 * DAY);
    for (let start = 0; start < 20; start += 1) {
      await logged();
      here.clock.advance(SECOND);
    }
    here.clock.advance(50 * 60 * SECOND - 20 * SECOND - 1);
    expect(await here.run()).toMatchObject({ held: true, results: [{ count: 0, left: 20 }, {}] });
    here.clock.advance(1);
    expect(await here.messages()).toMatchObject({ count: 10, left: 10 });
  });

  it('previews what is too old, without a change', async () => {
    await here.add(30, YEAR_AGO - 29 * SECOND);
    await here.add(1, YEAR_AGO + SECOND);
    expect(await countDue(engine.storage.reads, NOW)).toMatchObject([
      { table: 'message', months: 12, before: YEAR_AGO, count: 30 },
      { table: 'page_view', months: 25, count: 0 },
    ]);
    expect(await here.bodies()).toHaveLength(31);
    expect(await lastRetention(engine.storage.db)).toBeUndefined();
  });

  it('is not in doubt after the clock went back, even if a run held back before', async () => {
    await here.run();
    await here.add(30, NOW - DAY);
    here.clock.advance(100 * 365 * DAY);
    expect((await here.run()).held).toBe(true);
    expect(isInDoubt(await lastRetention(engine.storage.db), here.clock.now())).toBe(true);
    here.clock.advance(-100 * 365 * DAY);
    await here.add(30, YEAR_AGO - DAY);
    expect(await here.messages()).toMatchObject({ count: 30, left: 0 });
  });

  it('reads its last run from the file, whatever its version', async () => {
    const file = join(engine.location.dataDir, 'vitrine.db');
    expect(lastRetentionIn(file)).toBeUndefined();
    await here.run();
    expect(lastRetentionIn(file)).toEqual({ ranAt: NOW, held: false });
    const other = join(engine.location.dataDir, 'other.db');
    expect(() => lastRetentionIn(other)).toThrow('unable to open');
    new DatabaseSync(other).close();
    expect(lastRetentionIn(other)).toBeUndefined();
  });

  it('previews while another process holds the lock', async () => {
    await here.add(1, YEAR_AGO - DAY);
    using other = new DatabaseSync(join(engine.location.dataDir, 'vitrine.db'));
    other.exec('begin immediate');
    expect(await countDue(engine.storage.reads, NOW)).toMatchObject([{ count: 1 }, {}]);
  }, 5_000);

  it('rewrites the file only for what is personal (R19), and again in the next run if that failed', async () => {
    const scrub = vi.fn(async () => {});
    const storage = { ...engine.storage, scrub };
    await storage.db
      .insertInto('page_view')
      .values({ ...view, day: '2024-01-01' })
      .execute();
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
        // Shuffled, so that rows share pages with rows of another age.
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

  it('logs what was erased, why traces are left, and a run that held back or failed', async () => {
    expect(await logged()).toEqual([]);
    const views = { page_view: { erased: 0, left: 0 } };
    await here.add(1, YEAR_AGO - DAY);
    const err = new Error('no room');
    expect(await logged({ ...engine.storage, scrub: () => Promise.reject(err) })).toEqual([
      ['info', { message: { erased: 1, left: 0 }, ...views }, 'retention erased what was too old'],
      ['error', { err }, 'retention failed'],
    ]);
    await here.add(30, YEAR_AGO);
    here.clock.advance(40 * DAY);
    expect(await logged()).toEqual([
      ['warn', { message: { erased: 10, left: 20 }, ...views }, expect.stringContaining('held back')],
    ]);
    expect(await logged({ ...engine.storage, db: undefined as never })).toEqual([
      ['error', { err: expect.any(TypeError) }, 'retention failed'],
    ]);
  });

  it('runs every hour until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const firstRun = Promise.withResolvers<void>();
    const logger = { info: () => firstRun.resolve(), warn: vi.fn(), error: vi.fn() };
    await here.add(1, YEAR_AGO);
    const app = Fastify();
    registerRetention(app, { storage: engine.storage, clock: here.clock, logger });
    // An hour that passes during a run begins no other run. A poll would move the fake time.
    await firstRun.promise;
    await new Promise(setImmediate);
    const begun = vi.spyOn(engine.storage.db, 'transaction');
    vi.advanceTimersByTime(HOUR - 1);
    expect(begun).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(begun).toHaveBeenCalledTimes(1);
    await app.close();
    vi.advanceTimersByTime(3 * HOUR);
    expect(begun).toHaveBeenCalledTimes(1);
    begun.mockRestore();
    vi.useRealTimers();
  });
});
