import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../../tests/support/contact.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { dayInParis } from '../../config/day-in-paris.ts';
import { deleteMessage } from '../../contact/messages.server.ts';
import { createPageViewCounters } from '../../insights/counters.server.ts';
import { migrate } from '../migrate.server.ts';
import type { Database } from '../schema.ts';
import { noteErased } from '../scrubbing.server.ts';
import type { PostgresStorage } from '../storage.ts';
import { openPostgres } from './open-postgres.server.ts';

describe('two processes that change the same rows never wait for each other', () => {
  let storage: PostgresStorage;
  beforeAll(async () => {
    storage = await openPostgres(await createDatabase(inject('postgresUrl')));
    await migrate(storage);
  });
  afterAll(() => storage.close());

  /** Holds a first row in a transaction, begins the other work, and goes on to a second row once that work waits. */
  async function meet(
    first: (trx: Transaction<Database>) => Promise<unknown>,
    other: () => Promise<unknown>,
    second: (trx: Transaction<Database>) => Promise<unknown>,
  ): Promise<void> {
    let waiting: Promise<unknown> = Promise.resolve();
    await storage.db.transaction().execute(async (trx) => {
      await first(trx);
      waiting = other();
      await expect.poll(waitersForLocks).toBe(1);
      await second(trx);
    });
    await waiting;
  }

  async function waitersForLocks(): Promise<number | undefined> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(storage.db);
    return rows[0]?.count;
  }

  it('as they count views, in whatever order visitors read the pages', async () => {
    const clock = handClock();
    const logger = { warn: vi.fn() };
    const counters = createPageViewCounters(storage, clock, logger);
    const view = (path: string) => ({ path, referrer: '', device: 'phone' as const });
    const read = (...paths: string[]) => {
      for (const path of paths) counters.count(view(path));
      return counters.flush();
    };
    await read('/', '/contact');
    const look = (path: string) => (trx: Transaction<Database>) =>
      trx
        .updateTable('page_view')
        .set({ views: sql`views + 1` })
        .where('path', '=', path)
        .where('day', '=', dayInParis(clock.now()))
        .execute();
    await meet(look('/'), () => read('/contact', '/'), look('/contact'));
    expect(logger.warn).not.toHaveBeenCalled();
    const rows = await storage.db.selectFrom('page_view').select('views').execute();
    expect(rows.map(({ views }) => views)).toEqual([3, 3]);
    await counters.stop();
  });

  it('as one message is erased by an operator and by retention at once', async () => {
    const [stored] = await storeMessages(storage, [aMessage()], Date.now());
    const id = stored?.id ?? '';
    await meet(
      (trx) => trx.deleteFrom('message').where('id', '=', id).execute(),
      () => deleteMessage(storage, id),
      noteErased,
    );
    expect(await storage.db.selectFrom('message').select('id').execute()).toEqual([]);
  });
});
