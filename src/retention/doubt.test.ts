import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { deleteMessagesOf } from '../contact/messages.server.ts';
import { lastRetentionIn, runRetention, startRetention } from './retention.server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T10:30:00+01:00');
const YEAR_AGO = Date.parse('2025-11-20T10:30:00+01:00');

onSqlite('retention in doubt', (engine) => {
  let clock: ReturnType<typeof handClock>;
  beforeEach(async () => {
    await engine.clear();
    clock = handClock(NOW);
  });

  /** So many messages, each a second younger than the one before: rows of one age would go together. */
  async function store(count: number, oldest: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      await storeMessages(
        engine.storage,
        [aMessage({ message: `message ${index}` })],
        oldest + index * 1_000,
      );
    }
  }
  const run = () => runRetention({ storage: engine.storage, clock });
  const logger = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

  it.each([
    ['a day', DAY, 30, 0],
    ['32 days', 32 * DAY, 30, 0],
    ['more than 32 days', 32 * DAY + 1, 10, 20],
    ['more than 32 days with many rows: one in twenty', 32 * DAY + 1, 15, 285],
  ])('after a gap of %s', async (_gap, gap, count, left) => {
    await run();
    await store(count + left, YEAR_AGO - DAY);
    clock.advance(gap);
    expect((await run()).results[0]).toMatchObject({ count, left });
  });

  it('a site that starts again and again erases no more than one that runs on', async () => {
    await run();
    await store(30, NOW);
    clock.advance(400 * DAY);
    for (let start = 0; start < 20; start += 1) {
      await startRetention({ storage: engine.storage, clock, logger: logger() }).stop();
      clock.advance(1_000);
    }
    clock.advance(50 * MINUTE - 20_000 - 1);
    expect(await run()).toMatchObject({ held: true, results: [{ count: 0, left: 20 }, {}] });
    clock.advance(1);
    expect((await run()).results[0]).toMatchObject({ count: 10, left: 10 });
  });

  it('says the same when asked what would go, and that asking delays nothing', async () => {
    await run();
    await store(30, YEAR_AGO);
    clock.advance(40 * DAY);
    const ask = async () => (await runRetention({ storage: engine.storage, clock, dryRun: true })).results[0];
    expect(await ask()).toMatchObject({ count: 10, left: 20 });
    await run();
    expect(await ask()).toMatchObject({ count: 0, left: 20 });
    clock.advance(HOUR);
    expect(await ask()).toMatchObject({ count: 10, left: 10 });
  });

  it('erases nothing that is young, however few are old', async () => {
    await run();
    await store(3, YEAR_AGO);
    await store(20, NOW);
    clock.advance(40 * DAY);
    expect((await run()).results[0]).toMatchObject({ count: 3, left: 0 });
    const { db } = engine.storage;
    expect(await db.selectFrom('message').select('id').execute()).toHaveLength(20);
  });

  it('a clock that went back is not in doubt, even after a run that held back', async () => {
    await run();
    await store(30, NOW - DAY);
    clock.advance(100 * 365 * DAY);
    expect((await run()).held).toBe(true);
    clock.advance(-100 * 365 * DAY);
    await store(30, YEAR_AGO - DAY);
    expect((await run()).results[0]).toMatchObject({ count: 30, left: 0 });
  });

  it('the last run can be read from the file, whatever its version', async () => {
    const file = join(engine.location.dataDir, 'vitrine.db');
    expect(lastRetentionIn(file)).toBeUndefined();
    await run();
    const record = { ranAt: NOW, erased: { message: 0, page_view: 0 }, held: false };
    expect(lastRetentionIn(file)).toEqual(record);
    const other = join(engine.location.dataDir, 'other.db');
    new DatabaseSync(other).close();
    expect(lastRetentionIn(other)).toBeUndefined();
  });

  it('only erasing what is personal rewrites the file (R19)', async () => {
    const storage = { ...engine.storage, scrub: vi.fn(async () => {}) };
    const view = { path: '/', referrer: '', device: 'phone', views: 1, day: '2024-01-01' } as const;
    await storage.db.insertInto('page_view').values(view).execute();
    expect((await runRetention({ storage, clock })).results[1]).toMatchObject({ count: 1 });
    expect(storage.scrub).not.toHaveBeenCalled();
    await store(1, YEAR_AGO - DAY);
    expect((await runRetention({ storage, clock, dryRun: true })).traces).toEqual({ left: false });
    expect(storage.scrub).not.toHaveBeenCalled();
    await runRetention({ storage, clock });
    expect(storage.scrub).toHaveBeenCalledTimes(1);
  });

  it('what could not be rewritten is by the next run, though that has nothing to erase', async () => {
    const scrub = vi.fn().mockRejectedValueOnce(new Error('no room'));
    const storage = { ...engine.storage, scrub };
    await store(1, YEAR_AGO - DAY);
    const { results, traces } = await runRetention({ storage, clock });
    expect([results[0]?.count, traces]).toEqual([1, { left: true, failure: new Error('no room') }]);
    await runRetention({ storage, clock });
    await runRetention({ storage, clock });
    expect(scrub).toHaveBeenCalledTimes(2);
  });

  it('what is erased while the file is rewritten is rewritten too', async () => {
    const scrub = vi.fn(async () => {});
    const storage = { ...engine.storage, scrub };
    scrub.mockImplementationOnce(async () => {
      await deleteMessagesOf(
        { ...engine.storage, scrub: async () => Promise.reject(new Error('killed')) },
        'a@b.fr',
      ).catch(() => {});
    });
    await store(1, YEAR_AGO - DAY);
    await runRetention({ storage, clock });
    await runRetention({ storage, clock });
    expect(scrub).toHaveBeenCalledTimes(2);
  });

  describe('the log', () => {
    it('says nothing when nothing was erased', async () => {
      const log = logger();
      await startRetention({ storage: engine.storage, clock, logger: log }).stop();
      expect([log.info, log.warn, log.error].flatMap(({ mock }) => mock.calls)).toEqual([]);
    });

    it('warns of a run that held back', async () => {
      await run();
      await store(30, YEAR_AGO);
      clock.advance(40 * DAY);
      const log = logger();
      await startRetention({ storage: engine.storage, clock, logger: log }).stop();
      expect(log.warn).toHaveBeenCalledExactlyOnceWith(
        { message: { erased: 10, left: 20 }, page_view: { erased: 0, left: 0 } },
        expect.stringContaining('held back'),
      );
      expect(log.info).not.toHaveBeenCalled();
    });

    it('tells of what was erased, and why its traces are left', async () => {
      await store(1, YEAR_AGO - DAY);
      const log = logger();
      const err = new Error('no room');
      const full = { ...engine.storage, scrub: () => Promise.reject(err) };
      await startRetention({ storage: full, clock, logger: log }).stop();
      const facts = { message: { erased: 1, left: 0 }, page_view: { erased: 0, left: 0 } };
      expect(log.info).toHaveBeenCalledExactlyOnceWith(facts, 'retention erased what was too old');
      expect(log.error).toHaveBeenCalledExactlyOnceWith({ err }, 'retention failed');
    });

    it('has the cause of a run that failed', async () => {
      const log = logger();
      const broken = { ...engine.storage, db: undefined as never };
      await startRetention({ storage: broken, clock, logger: log }).stop();
      expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: expect.any(TypeError) }, 'retention failed');
    });
  });
});
