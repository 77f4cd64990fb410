import Fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { handClock } from '../../tests/support/contact.ts';
import { forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import { dayInParis, systemClock } from '../config/clock.ts';
import {
  createPageViewCounters,
  type PageViewCounters,
  parsePageView,
  registerInsights,
} from './insights.server.ts';

const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' };

onSqlite('STAT-1: page views', (engine) => {
  const app = Fastify();
  let counters: PageViewCounters;

  beforeAll(() => {
    const config = { siteUrl: 'https://www.exemple.fr', apiUrl: undefined };
    const { storage } = engine;
    counters = registerInsights(app, { storage, clock: systemClock, logger, config });
  });

  beforeEach(() => engine.storage.db.deleteFrom('page_view').execute());

  async function report(body: unknown, headers: Record<string, string> = {}) {
    const response = await app.inject({
      method: 'POST',
      url: '/insights/view',
      headers: { 'content-type': 'text/plain', ...browser, ...headers },
      payload: JSON.stringify(body),
    });
    expect(response.statusCode).toBe(204);
  }

  async function counted() {
    await counters.flush();
    return engine.storage.db.selectFrom('page_view').selectAll().orderBy('path').execute();
  }

  it('are counts per day, path, referring site and device, and nothing else', async () => {
    await report({ path: '/', referrer: 'www.exemple.org', device: 'phone' });
    await report({ path: '/', referrer: 'www.exemple.org', device: 'phone' });
    await report({ path: '/contact' });
    const day = dayInParis(Date.now());
    expect(await counted()).toEqual([
      { day, path: '/', referrer: 'www.exemple.org', device: 'phone', views: 2 },
      { day, path: '/contact', referrer: '', device: 'desktop', views: 1 },
    ]);
    await report({ path: '/contact' });
    expect((await counted())[1]?.views).toBe(2);
  });

  it.each([
    ['who asks not to be tracked', { dnt: '1' }, 0],
    ['who asks for privacy (Global Privacy Control)', { 'sec-gpc': '1' }, 0],
    // Other robots are left out, because the package lists them.
    ...[
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 GTmetrix',
      '',
    ].map((agent) => [agent, { 'user-agent': agent }, 0] as const),
    ['a page of another site', { origin: 'https://autre.example' }, 0],
    ['a page of this site', { origin: 'https://site.example', host: 'site.example' }, 1],
    ['a telephone of Cubot', { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT P80)' }, 1],
  ] as const)('of %s are counted where they may be', async (_who, headers, views) => {
    await report({ path: '/' }, headers);
    expect((await counted()).map((row) => row.views)).toEqual(views ? [views] : []);
  });

  it('A2: of a referrer that is known are counted under its name, however many are invented', async () => {
    const clock = handClock();
    const { storage } = engine;
    const fill = async (invented: number) => {
      const counters = createPageViewCounters(storage, clock, logger);
      const visitFrom = (referrer: string) => counters.count({ path: '/', referrer, device: 'phone' });
      if (invented === 0) visitFrom('www.google.com');
      visitFrom('');
      await counters.flush();
      for (let n = 0; n < invented; n++) visitFrom(`site-${n}.example`);
      if (invented > 0) visitFrom('www.google.com');
      await counters.stop();
      return (await counted()).filter(({ referrer }) => referrer === 'www.google.com').length;
    };
    expect(await fill(0)).toBe(1);
    clock.advance(24 * 3_600_000);
    expect(await fill(700)).toBe(2);
  });

  it('of invented referrers cannot fill the table, however they are spread over the day', async () => {
    const clock = handClock();
    const counters = createPageViewCounters(engine.storage, clock, logger);
    const visitFrom = (referrer: string) => counters.count({ path: '/', referrer, device: 'desktop' });
    for (let n = 0; n < 600; n++) {
      visitFrom(`site-${n}.example`);
      if (n % 30 === 0) await counters.flush();
    }
    visitFrom('site-7.example');
    await counters.flush();
    const rows = await counted();
    expect(rows).toHaveLength(501);
    expect(rows.find(({ referrer }) => referrer === '')?.views).toBe(100);
    expect(rows.find(({ referrer }) => referrer === 'site-7.example')?.views).toBe(2);

    clock.advance(24 * 3_600_000);
    visitFrom('site-550.example');
    await counters.stop();
    expect((await counted()).map(({ referrer }) => referrer)).toContain('site-550.example');
  });

  it('that were counted last are stored when the server closes', async () => {
    await report({ path: '/' });
    await app.close();
    expect(await engine.storage.db.selectFrom('page_view').selectAll().execute()).toHaveLength(1);
  });
});

it('keeps of a reported view what was approved, and nothing about a person', async () => {
  await expectApproved('views.approved.txt', (body) => JSON.stringify(parsePageView(body) ?? 'refused'));
});

forEachEngine('counters of page views', (engine) => {
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
    await vi.waitFor(() => expect(logger.warn).toHaveBeenCalled());
    // A flush is running when the stop begins.
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

  // SQLite cannot deadlock, as it has one writer at a time.
  if (engine.engine === 'sqlite') return;

  it('write rows in one order, so that two processes cannot deadlock', async () => {
    await countersOn(engine.storage, ['/privacy', '/', '/contact']).stop();
    const written = sql<{ path: string }>`select path from page_view order by ctid`;
    const { rows } = await written.execute(engine.storage.db);
    expect(rows.map(({ path }) => path)).toEqual(['/', '/contact', '/privacy']);
  });
});
