import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate, migrationStatus } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { createDatabase } from '../support/postgres.ts';
import {
  accountOfTheGuide,
  COPY,
  connect,
  dropOf,
  givenToPsql,
  NOTES,
  WRITES,
  wayBack,
} from './postgres-tools.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-way-back-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the way back that vitrine restore prints for PostgreSQL', () => {
  it('leaves a store that migrates again, with the rows of the copy, whatever was made since', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
    const all = await migrate(storage);
    await storage.db.insertInto('task_run').values({ name: 'later', ran_at: 2, outcome: '{}' }).execute();

    const { words, statements } = givenToPsql(folder, databaseUrl);
    expect(words).toEqual(expect.arrayContaining(['--single-transaction', '--set=ON_ERROR_STOP=1']));
    expect(readdirSync(folder)).toContain(COPY);
    const psql = await connect(databaseUrl);
    await psql.query(`begin; ${dropOf(folder, databaseUrl)}; ${statements}; commit`);
    await psql.end();

    expect(await migrate(storage)).toEqual(all.slice(1));
    const rows = await storage.db.selectFrom('task_run').select('name').execute();
    expect(rows).toEqual([{ name: 'of the copy' }]);
    await storage.close();
  });

  it.each(['kill -KILL $$', 'exit 1'])('changes nothing when pg_restore ends half way (%s)', (ends) => {
    const half = WRITES.replace('cat "$word"', 'head -c 100 "$word"');
    expect(
      wayBack(folder, 'postgres://moi@db.example/site', { pg_restore: `${half}; ${ends}`, psql: NOTES }),
    ).not.toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('psql.'))).toEqual([]);
    expect(readdirSync(folder)).toContain(COPY);
  });

  it('drops the site’s tables where they are, and nothing else, not even of the same account there', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
    await migrate(storage);
    await storage.close();
    const psql = await connect(databaseUrl);
    await psql.query(accountOfTheGuide('copied_away').replace(/^(create role|grant).*$/gm, ''));
    await psql.query('create table mine ()');
    // Of the account's own name: from now on it comes before `public` in its search path.
    await psql.query(
      'create schema postgres; create table postgres.profile (); create schema autre; create table autre.kysely_migration ()',
    );
    await psql.query(dropOf(folder, databaseUrl));
    const { rows } = await psql.query(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'postgres', 'autre') order by 1",
    );
    await psql.end();
    expect(rows.map(({ name }) => name)).toEqual([
      'autre.kysely_migration',
      'postgres.profile',
      'public.mine',
    ]);
  });

  it('drops nothing where others rely on the site’s tables', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
    await migrate(storage);
    const psql = await connect(databaseUrl);
    await psql.query('create view mine as select count(*) from message');
    await expect(psql.query(dropOf(folder, databaseUrl))).rejects.toThrow('depend');
    await psql.end();
    expect((await migrationStatus(storage)).pending).toEqual([]);
    await storage.close();
  });

  it('takes a base without the site’s tables as it is', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const psql = await connect(databaseUrl);
    await psql.query('create table profile ()');
    await psql.query(dropOf(folder, databaseUrl));
    expect((await psql.query('table profile')).rows).toEqual([]);
    await psql.end();
  });
});
