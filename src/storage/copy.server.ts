import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql, type Transaction } from 'kysely';
import { migrate } from './migrate.server.ts';
import { type Database, type StoredTable, storedTables } from './schema.ts';
import type { Storage } from './storage.ts';

type Row = Record<string, unknown>;

/** The copy does not begin, or is undone: the target must be empty, the copy identical. */
export class CopyRefusedError extends Error {
  override name = 'CopyRefusedError';
  readonly table: StoredTable;
  /** Rows found in a table that had to be empty; undefined when the copy was not identical. */
  readonly found: number | undefined;

  constructor(table: StoredTable, found?: number) {
    super(found === undefined ? `${table} differs after the copy` : `${table} is not empty`);
    this.table = table;
    this.found = found;
  }
}

/** 500 rows of the widest table stay far below PostgreSQL's 65,535 parameters. */
const BATCH = 500;

/**
 * Copies every row of a SQLite file, as one consistent state, into an empty PostgreSQL store; all or nothing. Each table is
 * read back and compared by count and digest before the commit.
 * @param onTable called after each table with its number of rows
 * @returns the number of rows copied
 * @throws CopyRefusedError
 */
export async function copyToPostgres(
  source: string,
  target: Storage,
  onTable: (table: StoredTable, rows: number) => void,
): Promise<number> {
  // Before anything is changed: an address mistaken for another may be that of a site at work, of an older version.
  await requireEmpty(target.db);
  await migrate(target);
  using db = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  db.exec('begin');
  return await target.db.transaction().execute(async (trx) => {
    await requireEmpty(trx);
    let total = 0;
    for (const table of storedTables) {
      const rows = await copyTable(db, trx, table);
      onTable(table, rows);
      total += rows;
    }
    return total;
  });
}

/** @throws CopyRefusedError when one of our tables is there and has rows */
async function requireEmpty(db: Kysely<Database>): Promise<void> {
  for (const table of storedTables) {
    const named = sql<{ found: string | null }>`select to_regclass(${table})::text as found`;
    if (!(await named.execute(db)).rows[0]?.found) continue;
    const count = db.selectFrom(table).select(db.fn.countAll<number>().as('count'));
    const found = (await count.executeTakeFirstOrThrow()).count;
    if (found > 0) throw new CopyRefusedError(table, found);
  }
}

async function copyTable(
  source: DatabaseSync,
  trx: Transaction<Database>,
  table: StoredTable,
): Promise<number> {
  const sent = new RowsDigest();
  let batch: Row[] = [];
  const insert = async () => {
    const rows = batch as never[];
    batch = [];
    if (rows.length > 0) await trx.insertInto(table).values(rows).execute();
  };
  for (const row of source.prepare(`select * from ${table}`).iterate()) {
    sent.add(row);
    batch.push({ ...row });
    if (batch.length === BATCH) await insert();
  }
  await insert();
  const received = await digestOf(trx, table);
  if (received.count !== sent.count || received.sum !== sent.sum) throw new CopyRefusedError(table);
  return sent.count;
}

async function digestOf(trx: Transaction<Database>, table: StoredTable): Promise<RowsDigest> {
  const digest = new RowsDigest();
  const cursor = sql.ref(`copied_${table}`);
  await sql`declare ${cursor} cursor for select * from ${sql.table(table)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from ${cursor}`.execute(trx);
    if (rows.length === 0) return digest;
    for (const row of rows) digest.add(row);
  }
}

/** A digest of a set of rows that does not depend on their order: the engines sort texts differently. */
class RowsDigest {
  count = 0;
  sum = 0n;

  add(row: Row): void {
    const text = JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));
    this.sum = BigInt.asUintN(256, this.sum + BigInt(`0x${hash('sha256', text, 'hex')}`));
    this.count += 1;
  }
}
