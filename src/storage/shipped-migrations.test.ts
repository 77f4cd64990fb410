import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrationsUpTo } from '../../tests/support/earlier-version.ts';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import { deleteMessage } from '../contact/messages.server.ts';
import { migrate } from './migrate.server.ts';

forEachEngine(
  'a store of an earlier version',
  (under) => {
    it('keeps its messages, and its mails under the identifier that mail servers know of them', async () => {
      const { db } = under.storage;
      await migrate(under.storage, await migrationsUpTo('0005-recent-messages', under.engine));
      const { id: messageId } = aMessageRow();
      await db.insertInto('message').values(aMessageRow()).execute();
      await sql`insert into outbox (id, message_id, mail_id, state, attempts, created_at, due_at, last_error)
        values ('o1', ${messageId}, 'known-1', 'pending', 3, 10, 20, 'ETIMEDOUT'),
          ('o2', ${messageId}, 'known-2', 'refused', 1, 11, 21, 'SMTP 550')`.execute(db);

      await migrate(under.storage);

      expect(await db.selectFrom('message').selectAll().execute()).toEqual([{ ...aMessageRow(), note: '' }]);
      const unsent = { message_id: messageId, lease_owner: null, lease_until: null, sent_at: null };
      const first = { id: 'known-1', state: 'pending', attempts: 3, created_at: 10, due_at: 20 };
      const second = { id: 'known-2', state: 'refused', attempts: 1, created_at: 11, due_at: 21 };
      expect(await db.selectFrom('outbox').selectAll().orderBy('id').execute()).toEqual([
        { ...unsent, ...first, last_error: 'ETIMEDOUT' },
        { ...unsent, ...second, last_error: 'SMTP 550' },
      ]);
      expect(await indexes()).toEqual(['outbox_due', 'outbox_refused']);
      await deleteMessage(under.storage, messageId);
      expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    });

    /** The indexes of the queue that have a name of ours. */
    async function indexes(): Promise<string[]> {
      const listed =
        under.engine === 'sqlite'
          ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and tbl_name = 'outbox'`
          : sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'outbox'`;
      const { rows } = await listed.execute(under.storage.db);
      return rows
        .map(({ name }) => name)
        .filter((name) => /^outbox_(?!pkey)/.test(name))
        .sort();
    }
  },
  { migrated: false },
);
