import { beforeEach, expect, it } from 'vitest';
import { startChild } from '../../tests/support/processes.ts';
import { type EngineUnderTest, forEachEngine } from '../../tests/support/storage.ts';
import { migrate, migrationStatus } from './migrate.server.ts';
import { lockRows } from './storage.ts';

const aMessage = {
  id: 'message-1',
  received_at: Date.UTC(2026, 10, 20, 9, 30),
  fullname: 'Zoé',
  email: 'zoe@example.org',
  email_key: 'zoe@example.org',
  subject: 'Autre',
  phone: '',
  body: 'L’été\nà Lyon 🌞',
  origin: 'api',
  status: 'new',
  suspect: 0,
  suspect_reasons: '',
  fingerprint: 'f',
} as const;

const child = (engine: EngineUnderTest, task: string, amount = 0) =>
  startChild('storage-child.ts', [JSON.stringify(engine.location), task, String(amount)]);

async function counterValue(engine: EngineUnderTest): Promise<number> {
  const row = await engine.storage.reads.selectFrom('task_run').select('ran_at').executeTakeFirstOrThrow();
  return row.ran_at;
}

async function increment({ storage }: EngineUnderTest): Promise<void> {
  await storage.db.transaction().execute(async (trx) => {
    const row = await lockRows(
      storage,
      trx.selectFrom('task_run').select('ran_at'),
    ).executeTakeFirstOrThrow();
    await trx
      .updateTable('task_run')
      .set({ ran_at: row.ran_at + 1 })
      .execute();
  });
}

forEachEngine('storage', (engine) => {
  beforeEach(async () => {
    await engine.clear();
    await engine.storage.db
      .insertInto('task_run')
      .values({ name: 'counter', ran_at: 0, outcome: '' })
      .execute();
  });

  it('keeps what is committed and nothing of what is rolled back', async () => {
    const { db } = engine.storage;
    await db.transaction().execute((trx) => trx.insertInto('message').values(aMessage).execute());
    const failing = db.transaction().execute(async (trx) => {
      await trx.deleteFrom('message').execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await engine.storage.reads.selectFrom('message').selectAll().execute()).toMatchObject([aMessage]);
  });

  it('gives integers, counts and sums as numbers', async () => {
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
  });

  it('counts the rows that a change touched', async () => {
    const result = await engine.storage.db.deleteFrom('task_run').executeTakeFirst();
    expect(result.numDeletedRows).toBe(1n);
  });

  it('refuses a row twice, one without its message, and a state that there is not', async () => {
    const { db } = engine.storage;
    await db.insertInto('message').values(aMessage).execute();
    await expect(db.insertInto('message').values(aMessage).execute()).rejects.toThrow();
    const orphan = { id: 'o', message_id: 'nobody', state: 'pending', attempts: 0 } as const;
    const mail = { ...orphan, created_at: 1, due_at: 1 };
    await expect(db.insertInto('outbox').values(mail).execute()).rejects.toThrow();
    const wrong = { ...aMessage, id: 'other', status: 'lost' as 'new' };
    await expect(db.insertInto('message').values(wrong).execute()).rejects.toThrow();
  });

  it('loses nothing when three processes read, then write', async () => {
    const others = [1, 2].map(() => child(engine, 'increment', 100));
    await Promise.all(others.map((other) => other.says('ready')));
    for (const other of others) other.go();
    await Promise.all(Array.from({ length: 100 }, () => increment(engine)));
    for (const { code, stderr } of await Promise.all(others.map(({ finished }) => finished)))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await counterValue(engine)).toBe(300);
  });
});

forEachEngine(
  'migrations',
  (engine) => {
    it('lets six processes migrate at once, one of which does it', async () => {
      const children = Array.from({ length: 6 }, () => child(engine, 'migrate'));
      await Promise.all(children.map((one) => one.says('ready')));
      for (const one of children) one.go();
      const results = await Promise.all(children.map(({ finished }) => finished));
      expect(results.map(({ stderr }) => stderr).join('')).toBe('');
      const applied = results.flatMap(
        ({ stdout }) => JSON.parse(stdout.split('applied ')[1] ?? '') as string[],
      );
      const { applied: recorded, pending } = await migrationStatus(engine.storage);
      expect(applied.sort()).toEqual(recorded);
      expect(recorded.length).toBeGreaterThan(0);
      expect(pending).toEqual([]);
      expect(await migrate(engine.storage)).toEqual([]);
    });
  },
  { migrated: false },
);
