import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase } from '../../tests/support/postgres.ts';
import { migrate } from '../storage/migrate.server.ts';
import { openPostgres } from '../storage/postgres/open-postgres.server.ts';
import type { PostgresStorage } from '../storage/storage.ts';
import { type ContactLimiter, createContactLimiter } from './rate-limit.server.ts';

const LIMIT = 3;
const WINDOW_MS = 10 * 60_000;
const ADDRESS = '203.0.113.1';

describe('the limit of several processes on PostgreSQL', () => {
  let url: string;
  let stores: PostgresStorage[];
  let one: ContactLimiter;
  let other: ContactLimiter;

  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'));
  });

  beforeEach(async () => {
    stores = [await openPostgres(url), await openPostgres(url)];
    await migrate(stores[0] as PostgresStorage);
    await stores[0]?.pool.query('delete from rate_limit');
    [one, other] = stores.map((store) => createContactLimiter(store, LIMIT)) as [
      ContactLimiter,
      ContactLimiter,
    ];
  });

  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(stores.map((store) => store.close()));
  });

  const takes = async (...limiters: ContactLimiter[]) => {
    const waits: number[] = [];
    for (const limiter of limiters) waits.push(await limiter.take(ADDRESS));
    return waits;
  };
  const counted = async () => (await stores[0]?.pool.query('select points from rate_limit'))?.rows[0]?.points;

  it('lets so many pass, whichever of them they reach', async () => {
    expect(await takes(one, other, one)).toEqual([0, 0, 0]);
    expect((await takes(other, one)).every((seconds) => seconds > 500 && seconds <= 600)).toBe(true);
  });

  it('lets no more pass when they are reached at once, and stores no address, only its digest', async () => {
    const all = Array.from({ length: 30 }, (_, n) => (n % 2 ? one : other).take(ADDRESS));
    expect((await Promise.all(all)).filter((seconds) => seconds === 0)).toHaveLength(LIMIT);
    const keys = (await stores[0]?.pool.query('select key from rate_limit'))?.rows;
    expect(keys).toEqual([{ key: expect.stringMatching(/^contact:[\w-]{43}$/) }]);
  });

  it('refuses an address that has reached it without asking the store again', async () => {
    await takes(one, one, one, other);
    expect(await counted()).toBe(LIMIT + 1);
    // The wait of the store, of which every other refusal of this address would be one more.
    const holder = await stores[0]?.pool.connect();
    await holder?.query('begin');
    await holder?.query('select 1 from rate_limit for update');
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).take(ADDRESS)),
    );
    expect(Math.min(...waits)).toBeGreaterThan(500);
    expect(await one.take('203.0.113.2')).toBe(0);
    await holder?.query('rollback');
    holder?.release();
    expect(await counted()).toBe(LIMIT + 1);
  });

  it('refuses no longer than the window lasts, from its first message', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    await takes(one);
    vi.setSystemTime(start + WINDOW_MS / 2);
    await takes(one, one);
    expect(await takes(one, other)).toEqual([WINDOW_MS / 2000, WINDOW_MS / 2000]);
    vi.setSystemTime(start + WINDOW_MS - 1);
    expect(await takes(one, other)).toEqual([1, 1]);
    vi.setSystemTime(start + WINDOW_MS);
    expect(await takes(one, other, one)).toEqual([0, 0, 0]);
    expect(await takes(other, one)).toEqual([600, 600]);
  });
});
