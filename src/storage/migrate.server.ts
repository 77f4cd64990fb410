import { type Kysely, sql } from 'kysely';
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  MIGRATION_LOCK_ID,
  type MigrationProvider,
  type MigrationResultSet,
  Migrator,
} from 'kysely/migration';
import { MigrationFailedError, StorageUnavailableError } from './errors.ts';
import { migrationFiles } from './migration-files.server.ts';
import type { Storage } from './storage.ts';

/** The migrations of a store beside those of this program, by name. */
export interface MigrationStatus {
  applied: string[];
  /** What `migrate` would apply. */
  pending: string[];
  /** In the store but not in this program: the store is newer. */
  unknown: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the table of migrations is Kysely's, not part of the schema.
type AnyDb = Kysely<any>;

/**
 * The schema of the store on PostgreSQL, where Kysely's lists of tables show all schemas, other applications' included: where
 * its name leads to a table of this account, or for a new one where tables are created. SQLite has no schemas.
 */
async function schemaOf(engine: Storage['engine'], db: AnyDb): Promise<string | undefined> {
  if (engine === 'sqlite') return undefined;
  const { rows } = await sql<{ schema: string | null }>`select coalesce(
    (select nspname from pg_namespace join pg_class on pg_class.relnamespace = pg_namespace.oid
      where pg_class.oid = to_regclass(${DEFAULT_MIGRATION_TABLE}) and pg_has_role(relowner, 'usage')),
    current_schema()) as schema`.execute(db);
  return rows[0]?.schema ?? undefined;
}

async function appliedNames(db: AnyDb, schema: string | undefined): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE && table.schema === schema)) return [];
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').orderBy('name').execute();
  return rows.map(({ name }) => String(name));
}

async function statusOf(
  engine: Storage['engine'],
  db: AnyDb,
  provider: MigrationProvider,
): Promise<MigrationStatus> {
  const known = Object.keys(await provider.getMigrations()).sort();
  const applied = await appliedNames(db, await schemaOf(engine, db));
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Tells what is applied, what is not yet, and what only a newer version of this program knows. */
export async function migrationStatus(
  storage: Storage,
  provider = migrationFiles(storage.engine),
): Promise<MigrationStatus> {
  return statusOf(storage.engine, storage.db, provider);
}

/** Refuses a store with migrations that this program does not know. @throws StorageUnavailableError `newer-schema` */
export async function refuseNewerSchema(
  storage: Storage,
  provider = migrationFiles(storage.engine),
  db: AnyDb = storage.db,
): Promise<void> {
  const { unknown } = await statusOf(storage.engine, db, provider);
  if (unknown.length > 0) {
    throw new StorageUnavailableError('newer-schema', new Error(`unknown migrations: ${unknown.join(', ')}`));
  }
}

/** Any number of processes may ask at once: the lock is taken before Kysely creates even its own tables. */
async function lockMigrations(db: AnyDb): Promise<void> {
  await db.getExecutor().adapter.acquireMigrationLock(db, {
    lockTable: DEFAULT_MIGRATION_LOCK_TABLE,
    lockRowId: MIGRATION_LOCK_ID,
  });
}

/**
 * Says why nothing may be created, where that is so: Kysely looks once more after such a refusal, and would report only that
 * PostgreSQL's transaction is aborted.
 */
async function tryCreating(trx: AnyDb): Promise<void> {
  await sql`create table vitrine_trial ()`.execute(trx);
  await sql`drop table vitrine_trial`.execute(trx);
}

/** Throwing inside the transaction is what undoes the migrations before the one that failed. */
function namesApplied({ error, results = [] }: MigrationResultSet): string[] {
  const failed = results.find(({ status }) => status === 'Error');
  if (failed) throw new MigrationFailedError(failed.migrationName, error);
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/**
 * Applies what is missing, all or nothing in one transaction.
 * @returns the names applied
 * @throws MigrationFailedError, or StorageUnavailableError `newer-schema`
 */
export async function migrate(
  storage: Storage,
  provider = migrationFiles(storage.engine),
): Promise<string[]> {
  return (storage.db as AnyDb).transaction().execute(async (trx) => {
    await lockMigrations(trx);
    await refuseNewerSchema(storage, provider, trx);
    const schema = await schemaOf(storage.engine, trx);
    if (storage.engine === 'postgres' && (await appliedNames(trx, schema)).length === 0)
      await tryCreating(trx);
    const place = schema === undefined ? {} : { migrationTableSchema: schema };
    return namesApplied(await new Migrator({ db: trx, provider, ...place }).migrateToLatest());
  });
}
