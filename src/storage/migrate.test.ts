import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrationsUpTo } from '../../tests/support/earlier-version.ts';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { forEachEngine, migrateInProcesses } from '../../tests/support/storage.ts';
import { deleteMessage } from '../contact/messages.server.ts';
import { migrate, migrationStatus } from './migrate.server.ts';

forEachEngine(
  'migrate',
  (engine) => {
    it('keeps nothing when one fails, and names it', async () => {
      const migrations = {
        '0001-one': 'create table one (x integer);\n-- two statements\ncreate table two (x integer);\n',
        '0002-wrong': 'create table three (x integer);\ninsert into nowhere values (1);',
      };
      await expect(migrate(engine.storage, migrations)).rejects.toMatchObject({
        name: 'MigrationFailedError',
        message: expect.stringMatching(/0002-wrong.*nowhere/),
      });
      expect((await migrationStatus(engine.storage, migrations)).applied).toEqual([]);
      await expect(sql`select * from one`.execute(engine.storage.db)).rejects.toThrow();
    });

    it('applies each once, in order, and refuses a store newer than itself', async () => {
      const first = {
        '0001-a':
          "-- why\ncreate table a (x text default '; '); \n\ninsert into a default values;\r\n-- the end\n",
      };
      expect(await migrate(engine.storage, first)).toEqual(['0001-a']);
      const later = { '0001-a': 'never again;', '0002-b': 'alter table a add column y integer;' };
      const status = { applied: ['0001-a'], pending: ['0002-b'], unknown: [] };
      expect(await migrationStatus(engine.storage, later)).toEqual(status);
      expect(await migrate(engine.storage, later)).toEqual(['0002-b']);
      await expect(migrate(engine.storage)).rejects.toMatchObject({ reason: 'newer-schema' });
    });
  },
  { migrated: false },
);

forEachEngine(
  'a new store',
  (engine) => {
    it('lets six processes migrate at once, one of which does it', async () => {
      const printed = await migrateInProcesses(6, engine.location);
      const applied = printed.flatMap((names) => JSON.parse(names) as string[]);
      const { applied: recorded, pending } = await migrationStatus(engine.storage);
      expect(applied.sort()).toEqual(recorded);
      expect(recorded.length).toBeGreaterThan(0);
      expect(pending).toEqual([]);
      expect(await migrate(engine.storage)).toEqual([]);
    });
  },
  { migrated: false },
);

/** The indexes that have a name of ours. */
const indexesOfOutbox = {
  sqlite: sql`select name from sqlite_master where type = 'index' and tbl_name = 'outbox' and sql is not null
    order by name`,
  postgres: sql`select indexname as name from pg_indexes where tablename = 'outbox' and indexname <> 'outbox_pkey'
    order by name`,
};

forEachEngine(
  'a store of an earlier version',
  (engine) => {
    it('keeps its messages, and its mails under the identifier that mail servers know of them', async () => {
      const { db } = engine.storage;
      await migrate(engine.storage, await migrationsUpTo('0005-recent-messages', engine.engine));
      const { id: messageId } = aMessageRow();
      await db.insertInto('message').values(aMessageRow()).execute();
      await sql`insert into outbox (id, message_id, mail_id, state, attempts, created_at, due_at, last_error)
        values ('o1', ${messageId}, 'known-1', 'pending', 3, 10, 20, 'ETIMEDOUT'),
          ('o2', ${messageId}, 'known-2', 'refused', 1, 11, 21, 'SMTP 550')`.execute(db);

      await migrate(engine.storage);

      expect(await db.selectFrom('message').selectAll().execute()).toEqual([{ ...aMessageRow(), note: '' }]);
      const unsent = { message_id: messageId, lease_owner: null, lease_until: null, sent_at: null };
      const first = { id: 'known-1', state: 'pending', attempts: 3, created_at: 10, due_at: 20 };
      const second = { id: 'known-2', state: 'refused', attempts: 1, created_at: 11, due_at: 21 };
      expect(await db.selectFrom('outbox').selectAll().orderBy('id').execute()).toEqual([
        { ...unsent, ...first, last_error: 'ETIMEDOUT' },
        { ...unsent, ...second, last_error: 'SMTP 550' },
      ]);
      const { rows } = await indexesOfOutbox[engine.engine].execute(db);
      expect(rows).toEqual([{ name: 'outbox_due' }, { name: 'outbox_refused' }]);
      await deleteMessage(engine.storage, messageId);
      expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    });
  },
  { migrated: false },
);

forEachEngine('the tables', (engine) => {
  it('refuse a row twice, one without its message, and a state that there is not', async () => {
    const { db } = engine.storage;
    await db.insertInto('message').values(aMessageRow()).execute();
    await expect(db.insertInto('message').values(aMessageRow()).execute()).rejects.toThrow();
    const orphan = { id: 'o', message_id: 'nobody', state: 'pending', attempts: 0 } as const;
    const mail = { ...orphan, created_at: 1, due_at: 1 };
    await expect(db.insertInto('outbox').values(mail).execute()).rejects.toThrow();
    const wrong = aMessageRow({ id: 'other', status: 'lost' as 'new' });
    await expect(db.insertInto('message').values(wrong).execute()).rejects.toThrow();
  });
});
