import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { MigrationFailedError, StorageUnavailableError } from './errors.server.ts';
import type { Database } from './schema.ts';
import type { Storage } from './storage.ts';

/** Texts of migrations by name; the names give their order. Each statement ends with `;` at the end of a line. */
export type Migrations = Readonly<Record<string, string>>;

const folder = new URL('../../migrations/', import.meta.url);

/** The first migration; it holds the whole schema that {@link formerNames} built step by step. */
const BASELINE = '0001-schema';

const formerNames = [
  '0001-initial',
  '0002-shared-secret',
  '0003-refused-mails',
  '0004-suspect-messages',
  '0005-recent-messages',
  '0006-fewer-pages',
  '0007-fingerprint-index',
  '0008-message-notes',
  '0009-notices',
];

/**
 * Reads the names in a store as those of this program; a store with all former ones has the baseline.
 * @throws StorageUnavailableError `older-schema` if only some of the former ones were applied
 */
export function currentNames(names: readonly string[]): string[] {
  const others = names.filter((name) => !formerNames.includes(name));
  if (others.length === names.length) return others;
  const missing = formerNames.filter((name) => !names.includes(name));
  if (missing.length === 0) return [BASELINE, ...others];
  throw new StorageUnavailableError('older-schema', new Error(`lacks migrations: ${missing.join(', ')}`));
}

/** Reads this program's migrations, one folder each, with a text for each engine. */
export async function shippedMigrations(engine: Storage['engine']): Promise<Migrations> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const texts = names.map((name) => readFile(new URL(`${name}/${engine}.sql`, folder), 'utf8'));
  return Object.fromEntries((await Promise.all(texts)).map((text, index) => [names[index], text]));
}

/**
 * Finds the table of the applied migrations, whose name and columns are Kysely's. In a shared schema of PostgreSQL the name may
 * lead to another account's table. Ours belongs to this account, or lies in the schema where it creates tables.
 */
const migrationTable = {
  sqlite: sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`,
  postgres: sql`select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = to_regclass('kysely_migration')
      and (pg_has_role(relowner, 'usage') or nspname = current_schema())`,
};

async function appliedNames(engine: Storage['engine'], db: Kysely<Database>): Promise<string[]> {
  const found = await migrationTable[engine].execute(db);
  if (found.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return currentNames(rows.map(({ name }) => name));
}

/**
 * Names the applied migrations, those that `migrate` would apply, and those that only a newer program knows.
 * @throws StorageUnavailableError `older-schema`
 */
export async function migrationStatus(
  { engine, db }: Pick<Storage, 'engine' | 'db'>,
  migrations?: Migrations,
) {
  const known = Object.keys(migrations ?? (await shippedMigrations(engine))).sort();
  const applied = await appliedNames(engine, db);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

export function refuseNewerSchema({ unknown }: { unknown: string[] }): void {
  if (unknown.length > 0)
    throw new StorageUnavailableError('newer-schema', new Error(`unknown migrations: ${unknown.join(', ')}`));
}

/**
 * Applies missing migrations, all or none, in one transaction; several processes may call it at once.
 * @throws MigrationFailedError, or StorageUnavailableError `newer-schema` or `older-schema`
 */
export async function migrate(
  { engine, migration }: Pick<Storage, 'engine' | 'migration'>,
  migrations?: Migrations,
): Promise<string[]> {
  const texts = migrations ?? (await shippedMigrations(engine));
  return migration(async (trx) => {
    const status = await migrationStatus({ engine, db: trx }, texts);
    refuseNewerSchema(status);
    if (status.applied.length === 0) {
      await sql`create table if not exists kysely_migration
        (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);
    }
    for (const name of status.pending) await apply(trx, name, texts[name] ?? '');
    return status.pending;
  });
}

async function apply(trx: Kysely<Database>, name: string, text: string): Promise<void> {
  try {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(trx);
  } catch (error) {
    throw new MigrationFailedError(name, error);
  }
  const now = new Date().toISOString();
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(trx);
}

/** Splits a text into its statements and drops comments, because drivers differ on several statements at once. */
function statementsOf(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((part) => part.trim())
    .filter((part) => part.split('\n').some((line) => line.trim() !== '' && !line.trim().startsWith('--')));
}
