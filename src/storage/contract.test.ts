import { beforeEach, expect, it } from 'vitest';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { forEachEngine, inProcesses } from '../../tests/support/storage.ts';

forEachEngine('storage', (engine) => {
  beforeEach(() => engine.clear());

  it('keeps what is committed and nothing of what is rolled back', async () => {
    const { db } = engine.storage;
    const row = aMessageRow({ body: 'L’été\nà Lyon 🌞' });
    await db.transaction().execute((trx) => trx.insertInto('message').values(row).execute());
    const failing = db.transaction().execute(async (trx) => {
      await trx.deleteFrom('message').execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await engine.storage.reads.selectFrom('message').selectAll().execute()).toMatchObject([row]);
  });

  it('gives counts and sums as numbers, and how many rows a change touched', async () => {
    const { db } = engine.storage;
    const day = { day: '2026-11-20', referrer: '', device: 'phone' } as const;
    await db
      .insertInto('page_view')
      .values([
        { ...day, path: '/', views: 2 },
        { ...day, path: '/about', views: 3 },
      ])
      .execute();
    const { count, sum } = db.fn;
    const row = await db
      .selectFrom('page_view')
      .select([count<number>('path').as('pages'), sum<number>('views').as('views')])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ pages: 2, views: 5 });
    expect((await db.deleteFrom('page_view').executeTakeFirst()).numDeletedRows).toBe(2n);
  });

  it('refuses a row twice, one without its message, and a state that there is not', async () => {
    const { db } = engine.storage;
    await db.insertInto('message').values(aMessageRow()).execute();
    await expect(db.insertInto('message').values(aMessageRow()).execute()).rejects.toThrow();
    const orphan = { id: 'o', message_id: 'nobody', state: 'pending', attempts: 0 } as const;
    const mail = { ...orphan, created_at: 1, due_at: 1 };
    await expect(db.insertInto('outbox').values(mail).execute()).rejects.toThrow();
    const wrong = aMessageRow({ id: 'other', status: 'lost' as 'new' });
    await expect(db.insertInto('message').values(wrong).execute()).rejects.toThrow();
  });

  it('loses nothing when three processes read, then write', async () => {
    expect(await inProcesses(3, engine.location, 'increment')).toEqual(['', '', '']);
    const counters = await engine.storage.reads.selectFrom('task_run').select('ran_at').execute();
    expect(counters).toEqual([{ ran_at: 300 }]);
  });
});
