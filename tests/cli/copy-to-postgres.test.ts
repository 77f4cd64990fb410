import { rm } from 'node:fs/promises';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate, migrationStatus } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { storedTables } from '../../src/storage/schema.ts';
import { migrationsUpTo } from '../support/earlier-version.ts';
import { aMessageRow } from '../support/message-row.ts';
import { createDatabase } from '../support/postgres.ts';
import { runHere } from './run-here.ts';
import { testStore } from './test-store.ts';

const store = testStore('each');
beforeEach(() => store.add({ at: Date.now() - 2000, message: { message: 'À recopier' } }));

describe('copy-to-postgres', () => {
  it('knows every table of the store', async () => {
    const tables = await store.open(({ db }) =>
      db.introspection.getTables({ withInternalKyselyTables: true }),
    );
    const left = tables
      .map(({ name }) => name)
      .filter((name) => !storedTables.some((table) => table === name));
    expect(left).toEqual(['kysely_migration']);
  });

  it('copies every row of every table, once, into an empty base', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await store.open(async ({ db }) => {
      await db.insertInto('page_view').values(views).execute();
      await db.insertInto('task_run').values({ name: 'test', ran_at: 1, outcome: '{}' }).execute();
    });
    await store.add({
      message: { fullname: '李小龍 👩‍👩‍👧', message: 'Guillemets « \u00a0» \' " \\ et\nlignes' },
    });
    const inUse = await store.whileInUse(() => store.runApart('advanced', 'copy-to-postgres', url));
    expect(inUse.code).toBe(4);

    const { code, stderr } = await store.run('advanced', 'copy-to-postgres', url);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('page_view\u00a0: 1200 lignes'),
    });
    const copied = await allRows(store.dataDir, url);
    expect(copied).toEqual(await allRows(store.dataDir));

    const again = await store.run('advanced', 'copy-to-postgres', url);
    expect(again.code).toBe(4);
    expect(again.stderr).toContain('n’est pas vide');
  });

  it('changes nothing in a base that is not empty, not even one of an older version', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const older = await openStorage({ dataDir: store.dataDir, databaseUrl: url });
    await migrate(older, await migrationsUpTo('0005-recent-messages', 'postgres'));
    await older.db.insertInto('message').values(aMessageRow()).execute();
    const { code, stderr } = await store.run('advanced', 'copy-to-postgres', url);
    expect([code, stderr]).toEqual([4, expect.stringContaining('Rien n’a été changé')]);
    expect((await migrationStatus(older)).pending).toContain('0006-fewer-pages');
    await older.close();
  });

  it('leaves a file behind that is named until it is removed', async () => {
    const env = { DATABASE_URL: await createDatabase(inject('postgresUrl')) };
    const doctor = async () => (await store.runWith(env, 'doctor')).stdout;
    await store.run('advanced', 'copy-to-postgres', env.DATABASE_URL);
    const file = `${store.dataDir}/vitrine.db`;
    const erased = await store.runWith(env, 'person', 'erase', 'ada@example.org', '--force');
    expect(erased.stderr).toContain(file);
    expect(await doctor()).toContain(`rm '${file}'`);
    const inUse = await store.whileInUse(doctor);
    expect(inUse).toContain(`garde encore ses messages dans ${file}`);
    expect(inUse).not.toContain('rm ');
    await rm(file);
    expect(await doctor()).not.toContain('Droits des fichiers');
  });

  it('takes the address from its input, where no list of processes shows the password', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const words = ['advanced', 'copy-to-postgres', '-'];
    const env = { DATA_DIR: store.dataDir };
    const { code, stderr } = await runHere(words, env, `${url}\n`);
    expect(code).toBe(0);
    expect(stderr).not.toContain(url);
    expect(await allRows(store.dataDir, url)).toEqual(await allRows(store.dataDir));
    expect((await runHere(words, env)).code).toBe(2);
    expect((await runHere(words, env, '', true)).stderr).toContain('Ctrl-D');
  });

  it('refuses a base that cannot hold every text, and gives the command for one that can (R17)', async () => {
    const url = await createDatabase(inject('postgresUrl'), "encoding 'WIN1252' lc_collate 'C' lc_ctype 'C'");
    const refusal = { code: 5, stderr: expect.stringMatching(/WIN1252.*createdb .*--encoding=UTF8/) };
    expect(await store.run('advanced', 'copy-to-postgres', url)).toMatchObject(refusal);
    expect(await store.runWith({ DATABASE_URL: url }, 'advanced', 'migrate')).toMatchObject(refusal);
    const { code, stdout } = await store.runWith({ DATABASE_URL: url }, 'doctor');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/WIN1252.*createdb .*--encoding=UTF8/s)]);
  });

  it.each([
    ['is no address of PostgreSQL', 'mysql://x', 2, ''],
    ['does not answer', 'postgres://a:b@127.0.0.1:1/c', 5, ''],
    ['has a sign that needs an escape', 'postgres://a:25#b@127.0.0.1/c', 2, '%23 pour #'],
  ])('refuses what %s', async (_what, url, code, words) => {
    const stderr = expect.stringContaining(words);
    expect(await store.run('advanced', 'copy-to-postgres', url)).toMatchObject({ code, stderr });
  });
});

/** More than are copied at once. */
const views = Array.from({ length: 1200 }, (_, index) => ({
  ...{ day: '2026-03-01', path: '/', device: 'phone' as const },
  referrer: `site-${index}.example`,
  views: index,
}));

async function allRows(dataDir: string, databaseUrl?: string) {
  const storage = await openStorage({ dataDir, databaseUrl });
  const tables = await Promise.all(
    storedTables.map((table) => storage.db.selectFrom(table).selectAll().execute()),
  );
  await storage.close();
  return tables.map((rows) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort());
}
