import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import { migrate, migrationStatus, shippedMigrations } from './migrate.server.ts';
import { openStorage } from './open-storage.server.ts';

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
      const sqlOfA =
        "-- why\ncreate table a (x text default '; '); \n\ninsert into a default values;\r\n-- the end\n";
      expect(await migrate(engine.storage, { '0001-a': sqlOfA })).toEqual(['0001-a']);
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
    it('lets three processes migrate at once, one of which does it', async () => {
      const stores = await Promise.all([1, 2, 3].map(() => openStorage(engine.location)));
      const applied = (await Promise.all(stores.map((store) => migrate(store)))).flat();
      await Promise.all(stores.map((store) => store.close()));
      expect(applied).toEqual(Object.keys(await shippedMigrations(engine.engine)).sort());
      expect(await migrationStatus(engine.storage)).toEqual({ applied, pending: [], unknown: [] });
      expect(await migrate(engine.storage)).toEqual([]);
    });
  },
  { migrated: false },
);

/** Migrations as versions before the baseline recorded them. */
const former = [
  ...['0001-initial', '0002-shared-secret', '0003-refused-mails', '0004-suspect-messages'],
  ...['0005-recent-messages', '0006-fewer-pages', '0007-fingerprint-index'],
  ...['0008-message-notes', '0009-notices'],
];

forEachEngine('a migrated store', (engine) => {
  const record = async (names: readonly string[]) => {
    const { db } = engine.storage;
    await sql`delete from kysely_migration`.execute(db);
    for (const name of names) await sql`insert into kysely_migration values (${name}, '')`.execute(db);
  };
  const later = async () => ({
    ...(await shippedMigrations(engine.engine)),
    '9999-later': 'create table later (x integer);',
  });

  it('of the nine former migrations goes on, and gets what came later', async () => {
    const [, ...since] = Object.keys(await shippedMigrations(engine.engine)).sort();
    await record([...former, ...since]);
    expect(await migrate(engine.storage)).toEqual([]);
    expect(await migrationStatus(engine.storage)).toMatchObject({ pending: [], unknown: [] });
    expect(await migrate(engine.storage, await later())).toEqual(['9999-later']);
    expect(await migrate(engine.storage, await later())).toEqual([]);
    await expect(migrate(engine.storage)).rejects.toMatchObject({ reason: 'newer-schema' });
  });

  it('of only some of them is refused, and nothing is changed', async () => {
    await record(former.slice(0, 5));
    await sql`drop table if exists later`.execute(engine.storage.db);
    const refusal = { reason: 'older-schema' };
    await expect(migrate(engine.storage, await later())).rejects.toMatchObject(refusal);
    await expect(migrationStatus(engine.storage)).rejects.toMatchObject(refusal);
    await expect(sql`select * from later`.execute(engine.storage.db)).rejects.toThrow();
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
});
