import { DatabaseSync } from 'node:sqlite';
import type { Kysely, Transaction } from 'kysely';
import { lockRows } from '../storage/row-locks.server.ts';
import type { Database } from '../storage/schema.ts';
import { tableNames } from '../storage/sqlite/inspect.server.ts';
import type { Storage } from '../storage/storage.ts';

const NAME = 'retention';

/** The last run, as it is kept between runs. */
export interface RetentionRecord {
  /** Milliseconds since 1970. */
  ranAt: number;
  /** Rows erased, by table. */
  erased: Record<string, number>;
  /** It erased only a part: the clock seemed to have jumped. */
  held: boolean;
}

function toRecord({ ran_at, outcome }: { ran_at: number; outcome: string }): RetentionRecord | undefined {
  return outcome === '' ? undefined : { ranAt: ran_at, ...JSON.parse(outcome) };
}

/** The last run, undefined when there was none. */
export async function lastRetention(db: Kysely<Database>): Promise<RetentionRecord | undefined> {
  const query = db.selectFrom('task_run').select(['ran_at', 'outcome']).where('name', '=', NAME);
  const row = await query.executeTakeFirst();
  return row && toRecord(row);
}

/** The last run by a SQLite file that need not be one of this version, undefined when there was none. @throws SQLite's errors */
export function lastRetentionIn(file: string): RetentionRecord | undefined {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    if (!tableNames(db).includes('task_run')) return undefined;
    const row = db.prepare('select ran_at, outcome from task_run where name = ?').get(NAME);
    return row && toRecord({ ran_at: Number(row['ran_at']), outcome: String(row['outcome']) });
  } finally {
    db.close();
  }
}

/** The last run; until the transaction ends, other processes wait here for their turn. */
export async function lockLastRetention(
  storage: Storage,
  trx: Transaction<Database>,
): Promise<RetentionRecord | undefined> {
  const empty = { name: NAME, ran_at: 0, outcome: '' };
  await trx
    .insertInto('task_run')
    .values(empty)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const query = trx.selectFrom('task_run').select(['ran_at', 'outcome']).where('name', '=', NAME);
  return toRecord(await lockRows(storage, query).executeTakeFirstOrThrow());
}

/** Notes this run. */
export async function recordRetention(trx: Transaction<Database>, record: RetentionRecord): Promise<void> {
  const { ranAt, ...outcome } = record;
  const row = { ran_at: ranAt, outcome: JSON.stringify(outcome) };
  await trx.updateTable('task_run').set(row).where('name', '=', NAME).execute();
}
