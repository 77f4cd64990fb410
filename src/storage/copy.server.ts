import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, sql, type Transaction } from 'kysely';
import { migrate } from './migrate.server.ts';
import { type Database, type StoredTable, storedTables } from './schema.ts';
import { nodeSqliteDialect } from './sqlite/dialect.server.ts';
import { watchFile } from './sqlite/open-file.server.ts';
import type { Storage } from './storage.ts';

/** Tells that a target is not empty, or that a copy lacked rows and was undone. */
export class CopyRefusedError extends Error {
  override name = 'CopyRefusedError';
  readonly table: StoredTable;
  /** Number of rows in a table that had to be empty; undefined if the copy lacked rows. */
  readonly found: number | undefined;

  constructor(table: StoredTable, found?: number) {
    super(found === undefined ? `${table} lacks rows after the copy` : `${table} is not empty`);
    this.table = table;
    this.found = found;
  }
}

/** With 500 rows a statement stays far below PostgreSQL's limit of 65,535 parameters. */
const BATCH = 500;

/**
 * Copies every row of a SQLite file, as one consistent state, into an empty PostgreSQL store, all or nothing. The rows of each
 * table are counted before the commit.
 * @throws CopyRefusedError
 */
export async function copyToPostgres(source: string, target: Storage): Promise<number> {
  // This check precedes the migration, because a mistaken address may lead to another site's store.
  await requireEmpty(target.db);
  await migrate(target);
  using db = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  db.exec('begin');
  return await target.db.transaction().execute(async (trx) => {
    await requireEmpty(trx);
    let total = 0;
    for (const table of storedTables) total += await copyTable(db, trx, table);
    return total;
  });
}

/**
 * Copies every row of a PostgreSQL store, as one consistent state, into an empty SQLite file. The store must have this program's
 * schema.
 */
export async function copyToSqlite({ reads }: Storage, file: string): Promise<void> {
  await migrateFile(file);
  using target = new DatabaseSync(file);
  // No journal is needed: nobody uses the file yet, and an incomplete one is thrown away.
  target.exec('pragma journal_mode = off; begin');
  const reading = reads.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await reading.execute(async (trx) => {
    for (const table of storedTables) {
      const query = sql.raw<Record<string, SQLInputValue>>(`select * from ${table}`);
      for (const row of (await query.execute(trx)).rows) {
        const places = Object.keys(row).map(() => '?');
        const insert = target.prepare(`insert into ${table} (${Object.keys(row)}) values (${places})`);
        insert.run(...Object.values(row));
      }
    }
  });
  target.exec('commit');
}

/** Brings a SQLite file that nobody uses up to date; an empty file becomes a store. */
export async function migrateFile(file: string): Promise<void> {
  const dialect = nodeSqliteDialect(new DatabaseSync(file), watchFile(file), 'writes');
  await using db = new Kysely<Database>({ dialect });
  await migrate({ engine: 'sqlite', migration: (work) => db.transaction().execute(work) });
}

/** Refuses a database with rows in one of the site's tables. @throws CopyRefusedError */
async function requireEmpty(db: Kysely<Database>): Promise<void> {
  for (const table of storedTables) {
    const named = sql<{ found: string | null }>`select to_regclass(${table})::text as found`;
    if (!(await named.execute(db)).rows[0]?.found) continue;
    const found = await countOf(db, table);
    if (found > 0) throw new CopyRefusedError(table, found);
  }
}

/** Copies one table. @throws CopyRefusedError if PostgreSQL then holds another number of rows */
async function copyTable(source: DatabaseSync, trx: Transaction<Database>, table: StoredTable) {
  const rows = source.prepare(`select * from ${table}`).all();
  for (let sent = 0; sent < rows.length; sent += BATCH) {
    const batch = rows.slice(sent, sent + BATCH) as never[];
    await trx.insertInto(table).values(batch).execute();
  }
  if ((await countOf(trx, table)) !== rows.length) throw new CopyRefusedError(table);
  return rows.length;
}

async function countOf(db: Kysely<Database>, table: StoredTable): Promise<number> {
  const query = db.selectFrom(table).select(db.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}
