import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import { deleteMessagesOf } from '../contact/messages.server.ts';
import { lastRetention, runRetention, startRetention } from './retention.server.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const NOW = Date.parse('2026-11-20T10:30:00+01:00');
const YEAR_AGO = Date.parse('2025-11-20T10:30:00+01:00');

forEachEngine('retention', (engine) => {
  let clock: ReturnType<typeof handClock>;
  beforeEach(async () => {
    await engine.clear();
    clock = handClock(NOW);
  });

  const run = (more = {}) => runRetention({ storage: engine.storage, clock, ...more });
  const counts = async (more = {}) => (await run(more)).results.map(({ count }) => count);
  const store = (receivedAt: number, ...bodies: string[]) =>
    storeMessages(
      engine.storage,
      bodies.map((message) => aMessage({ message })),
      receivedAt,
    );
  const survivors = async () =>
    (await engine.storage.db.selectFrom('message').select('body').orderBy('body').execute()).map(
      ({ body }) => body,
    );

  it('DATA-1: erases a message one second past 12 months, and its mail, and keeps one a second before', async () => {
    await store(YEAR_AGO - SECOND, 'past');
    await store(YEAR_AGO, 'twelve months to the second');
    await store(YEAR_AGO + SECOND, 'before');
    await store(NOW, 'new');
    const report = await run();
    expect(report).toMatchObject({
      held: false,
      results: [{ table: 'message', count: 2, left: 0, before: YEAR_AGO }, {}],
    });
    expect(await lastRetention(engine.storage.db)).toEqual({
      ranAt: NOW,
      erased: { message: 2, page_view: 0 },
      held: false,
    });
    expect(await survivors()).toEqual(['before', 'new']);
    expect(await engine.storage.db.selectFrom('outbox').select('id').execute()).toHaveLength(2);
    clock.advance(SECOND);
    await run();
    expect(await survivors()).toEqual(['new']);
  });

  it('erases page views past 25 months', async () => {
    const view = { path: '/', referrer: '', device: 'phone', views: 1 } as const;
    const days = ['2024-10-19', '2024-10-20', '2024-10-21', '2026-11-20'];
    await engine.storage.db
      .insertInto('page_view')
      .values(days.map((day) => ({ ...view, day })))
      .execute();
    expect(await counts()).toEqual([0, 2]);
    const left = await engine.storage.db.selectFrom('page_view').select('day').orderBy('day').execute();
    expect(left.map(({ day }) => day)).toEqual(days.slice(2));
  });

  it('says beforehand what it would erase, and changes nothing', async () => {
    await store(YEAR_AGO, 'past');
    expect(await counts({ dryRun: true })).toEqual([1, 0]);
    expect(await survivors()).toEqual(['past']);
    expect(await lastRetention(engine.storage.db)).toBeUndefined();
  });

  it('erases each row once when several processes run at the same time (R5)', async () => {
    await store(YEAR_AGO, 'a', 'b', 'c');
    await store(NOW, 'new');
    const all = await Promise.all(Array.from({ length: 6 }, () => counts()));
    expect(all.reduce((sum, [messages = 0]) => sum + messages, 0)).toBe(3);
    expect(await survivors()).toEqual(['new']);
  });

  describe('when the clock jumps forward (R10)', () => {
    const fill = (count: number) =>
      store(NOW - DAY, ...Array.from({ length: count }, (_, index) => `message ${index}`));

    it('by years, erases a small part at each run, oldest first, and everything in the end', async () => {
      await store(NOW - 2 * DAY, ...Array.from({ length: 15 }, (_, index) => `oldest ${index}`));
      await fill(185);
      await run();
      clock.advance(2 * 365 * DAY);
      const report = await run();
      expect(report.held).toBe(true);
      expect(report.results[0]).toMatchObject({ count: 15, left: 185 });
      expect((await survivors()).filter((body) => body.startsWith('oldest'))).toEqual([]);
    });

    it('goes on in small parts, hour after hour, as long as something is left', async () => {
      for (let index = 0; index < 100; index += 1) await store(NOW - DAY + index, `message ${index}`);
      await run();
      clock.advance(2 * 365 * DAY);
      const left: number[] = [];
      for (let hour = 0; hour < 10; hour += 1) {
        left.push((await run()).results[0]?.left ?? Number.NaN);
        clock.advance(3600 * SECOND);
      }
      expect(left).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 0]);
      expect(await lastRetention(engine.storage.db)).toMatchObject({ held: false });
    });
  });
});

async function bytesOf(dataDir: string): Promise<string> {
  const files = await readdir(dataDir);
  const contents = await Promise.all(files.map((file) => readFile(join(dataDir, file), 'latin1')));
  return contents.join('');
}

onSqlite('the bytes on disk', (engine) => {
  const secret = (index: number) => `s3cret-${index}-${'x'.repeat(index % 700)}-end${index}.`;

  async function fill(): Promise<void> {
    const rows = Array.from({ length: 1_500 }, (_, index) =>
      aMessageRow({
        // No order, so that rows share pages with neighbours of another age.
        id: `${(index * 7919) % 1500}-${index}`,
        received_at: index % 3 === 0 ? NOW : YEAR_AGO - index,
        body: secret(index),
        fullname: `n4me-${index}.`,
        email: index % 2 ? `m4il-${index}@example.org` : 'One@example.org',
        email_key: index % 2 ? `m4il-${index}@example.org` : 'one@example.org',
      }),
    );
    for (let start = 0; start < rows.length; start += 100) {
      await engine.storage.db
        .insertInto('message')
        .values(rows.slice(start, start + 100))
        .execute();
    }
  }

  beforeEach(async () => {
    await engine.clear();
    await fill();
  });

  it('hold nothing of what retention erased, and all of the rest', async () => {
    expect(await bytesOf(engine.location.dataDir)).toContain('s3cret-1-');
    await runRetention({ storage: engine.storage, clock: handClock(NOW) });
    const bytes = await bytesOf(engine.location.dataDir);
    const found = (text: (index: number) => string, gone: boolean) =>
      Array.from({ length: 1_500 }, (_, index) => index).filter(
        (index) => (index % 3 !== 0) === gone && bytes.includes(text(index)),
      );
    expect(found((index) => `s3cret-${index}-`, true)).toEqual([]);
    expect(found((index) => `end${index}.`, true)).toEqual([]);
    expect(found((index) => `n4me-${index}.`, true)).toEqual([]);
    expect(found((index) => `m4il-${index}@`, true)).toEqual([]);
    expect(found((index) => `s3cret-${index}-`, false)).toHaveLength(500);
  });

  it('hold nothing of it either once a reader that held the log is gone, without another rewrite', async () => {
    const reader = new DatabaseSync(join(engine.location.dataDir, 'vitrine.db'));
    reader.exec('begin');
    reader.prepare('select count(*) from message').get();
    const scrub = vi.fn(engine.storage.scrub);
    const run = () => runRetention({ storage: { ...engine.storage, scrub }, clock: handClock(NOW) });
    await run();
    expect(await bytesOf(engine.location.dataDir)).toContain('s3cret-1-');
    await run();
    reader.close();
    await run();
    expect(await bytesOf(engine.location.dataDir)).not.toContain('s3cret-1-');
    expect(scrub).toHaveBeenCalledTimes(1);
  });

  it('hold nothing of a person who was erased', async () => {
    expect(await deleteMessagesOf(engine.storage, 'ONE@example.org')).toMatchObject({
      messages: 750,
      traces: { left: false },
    });
    expect(await bytesOf(engine.location.dataDir)).not.toMatch(
      /one@example\.org|s3cret-0-|s3cret-2-|n4me-1498\./i,
    );
  });
});

onSqlite('the timer', (engine) => {
  it('runs every hour until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const firstRun = Promise.withResolvers<void>();
    const logger = { info: () => firstRun.resolve(), warn: vi.fn(), error: vi.fn() };
    await storeMessages(engine.storage, [aMessage()], YEAR_AGO);
    const timer = startRetention({ storage: engine.storage, clock: handClock(NOW), logger });
    // An hour that passes while a run is under way begins no other. A poll would move the time that is held here.
    await firstRun.promise;
    const begun = vi.spyOn(engine.storage.db, 'transaction');
    vi.advanceTimersByTime(3_599_999);
    expect(begun).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(begun).toHaveBeenCalledTimes(1);
    await timer.stop();
    vi.advanceTimersByTime(3 * 3_600_000);
    expect(begun).toHaveBeenCalledTimes(1);
    begun.mockRestore();
    vi.useRealTimers();
  });
});
