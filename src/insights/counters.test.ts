import { sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import { handClock } from '../../tests/support/contact.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import { createPageViewCounters } from './counters.server.ts';

forEachEngine('counters of page views', (engine) => {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  beforeEach(async () => {
    vi.clearAllMocks();
    await engine.clear();
  });

  function countersOn(storage: typeof engine.storage, paths: readonly string[]) {
    const counters = createPageViewCounters(storage, handClock(), logger);
    for (const path of paths) counters.count({ path, referrer: '', device: 'desktop' });
    return counters;
  }

  async function stored() {
    const query = engine.storage.db.selectFrom('page_view').select(['path', 'views']).orderBy('path');
    return (await query.execute()).map(({ path, views }) => `${path} ${views}`);
  }

  it('of several processes add to the same rows', async () => {
    const processes = [
      ['/', '/about'],
      ['/about', '/'],
    ].map((paths) => countersOn(engine.storage, paths));
    await Promise.all(processes.map((counters) => counters.stop()));
    expect(await stored()).toEqual(['/ 2', '/about 2']);
  });

  it('keep counts that a running write does not include, add them at a stop, and log an outage once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const storage = { ...engine.storage, db: undefined as never };
    const counters = countersOn(storage, ['/', '/']);
    logger.warn.mockImplementationOnce(() => counters.count({ path: '/', referrer: '', device: 'desktop' }));
    await vi.advanceTimersByTimeAsync(2_000);
    // A flush is under way at the stop.
    vi.advanceTimersByTime(2_000);
    Object.assign(storage, { db: engine.storage.db });
    await counters.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(logger.info).toHaveBeenCalledExactlyOnceWith('page views counted again');
    const err = expect.any(TypeError);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith({ err }, 'page views not counted');
    expect(await stored()).toEqual(['/ 3']);
  });

  // SQLite has one writer at a time.
  if (engine.engine === 'sqlite') return;

  it('write rows in one order, so that two processes cannot deadlock', async () => {
    await countersOn(engine.storage, ['/privacy', '/', '/contact']).stop();
    const written = sql<{ path: string }>`select path from page_view order by ctid`;
    const { rows } = await written.execute(engine.storage.db);
    expect(rows.map(({ path }) => path)).toEqual(['/', '/contact', '/privacy']);
  });
});
