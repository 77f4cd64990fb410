import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import type { Storage } from './storage.ts';

const shippedMigrations = new URL('../../migrations/', import.meta.url);

/**
 * Cuts a migration into statements: each ends with `;` at the end of a line, since neither driver takes several
 * at once in the same way. Parts that only comment are left out.
 */
export function statementsOf(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((part) => part.trim())
    .filter((part) => part.split('\n').some((line) => line.trim() !== '' && !line.trim().startsWith('--')));
}

function migrationFrom(file: URL): Migration {
  return {
    async up(db) {
      for (const statement of statementsOf(await readFile(file, 'utf8')))
        await sql.raw(statement).execute(db);
    },
  };
}

/** Reads one folder per migration, applied in the order of the names; each holds `sqlite.sql` and `postgres.sql`. */
export function migrationFiles(
  engine: Storage['engine'],
  folder: URL = shippedMigrations,
): MigrationProvider {
  return {
    async getMigrations() {
      const entries = await readdir(folder, { withFileTypes: true });
      const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
      return Object.fromEntries(
        names.map((name) => [name, migrationFrom(new URL(`${name}/${engine}.sql`, folder))]),
      );
    },
  };
}
