import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import { migrate, migrationStatus } from './migrate.server.ts';
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
        migration: '0002-wrong',
        message: expect.stringContaining('nowhere'),
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
      await expect(openStorage(engine.location)).rejects.toMatchObject({ reason: 'newer-schema' });
    });
  },
  { migrated: false },
);
