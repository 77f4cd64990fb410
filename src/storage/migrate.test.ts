import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import { migrate, migrationStatus } from './migrate.server.ts';
import { migrationFiles, statementsOf } from './migration-files.server.ts';
import { openStorage } from './open-storage.server.ts';

async function withMigrations(
  migrations: Record<string, string>,
  test: (folder: URL) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  for (const [name, text] of Object.entries(migrations)) {
    await mkdir(join(folder, name));
    for (const engine of ['sqlite', 'postgres']) await writeFile(join(folder, name, `${engine}.sql`), text);
  }
  await test(pathToFileURL(`${folder}/`));
  await rm(folder, { recursive: true });
}

forEachEngine(
  'migrate',
  (engine) => {
    it('keeps nothing when one fails, and names it', async () => {
      const migrations = {
        '0001-one': 'create table one (x integer);\n-- two statements\ncreate table two (x integer);\n',
        '0002-wrong': 'create table three (x integer);\ninsert into nowhere values (1);',
      };
      await withMigrations(migrations, async (folder) => {
        const provider = migrationFiles(engine.engine, folder);
        await expect(migrate(engine.storage, provider)).rejects.toMatchObject({
          name: 'MigrationFailedError',
          migration: '0002-wrong',
          message: expect.stringContaining('nowhere'),
        });
        expect((await migrationStatus(engine.storage, provider)).applied).toEqual([]);
        await expect(sql`select * from one`.execute(engine.storage.db)).rejects.toThrow();
      });
    });

    it('applies each once, in order, and refuses a store newer than itself', async () => {
      await withMigrations({ '0001-a': 'create table a (x integer);' }, async (folder) => {
        expect(await migrate(engine.storage, migrationFiles(engine.engine, folder))).toEqual(['0001-a']);
      });
      const later = { '0001-a': 'never again;', '0002-b': 'alter table a add column y integer;' };
      await withMigrations(later, async (folder) => {
        const provider = migrationFiles(engine.engine, folder);
        expect(await migrationStatus(engine.storage, provider)).toEqual({
          applied: ['0001-a'],
          pending: ['0002-b'],
          unknown: [],
        });
        expect(await migrate(engine.storage, provider)).toEqual(['0002-b']);
      });
      await expect(migrate(engine.storage)).rejects.toMatchObject({ reason: 'newer-schema' });
      await expect(openStorage(engine.location)).rejects.toMatchObject({ reason: 'newer-schema' });
    });
  },
  { migrated: false },
);

describe('statementsOf', () => {
  it('cuts at semicolons that end a line and drops comments that stand alone', () => {
    expect(statementsOf("-- why\ncreate a; \n\ninsert '; x';\r\n-- the end\n")).toEqual([
      '-- why\ncreate a',
      "insert '; x'",
    ]);
  });
});
