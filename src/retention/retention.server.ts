import { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { type Clock, DAY_MS } from '../config/clock.ts';
import { repeat } from '../config/repeat.ts';
import type { Database } from '../storage/schema.ts';
import { noteErased, removeTraces, type Traces } from '../storage/scrubbing.server.ts';
import { tableNames } from '../storage/sqlite/inspect.server.ts';
import type { Storage } from '../storage/storage.ts';
import { monthsBefore, type RetentionRule, retentionRules } from './rules.ts';

const TASK = 'retention';
const HOUR_MS = 3_600_000;

/** The timer runs every hour: a longer gap is either a machine long off or a clock set wrong. */
const PLAUSIBLE_GAP_MS = 32 * DAY_MS;
/** With the clock in doubt, a run erases this many rows of a table, or this share of them if that is more. */
const PARTIAL_ROWS = 10;
const PARTIAL_SHARE = 0.05;
/**
 * Pause after a partial run, a little less than the timer's hour: a site that keeps restarting runs retention at each start.
 */
const PARTIAL_PAUSE_MS = 50 * 60_000;

/** The last run, as it is stored between runs. */
export interface RetentionRecord {
  /** Milliseconds since 1970. */
  ranAt: number;
  /** Whether it erased a part only, because the clock seemed to have jumped. */
  held: boolean;
}

/** The rows of one table that are too old. */
export interface DueRows {
  table: RetentionRule['table'];
  months: number;
  /** Rows of this instant or earlier are too old; milliseconds since 1970. */
  before: number;
  count: number;
}

/** The rows of one table that a run erased. */
export interface ErasedRows {
  table: RetentionRule['table'];
  count: number;
  /** Rows too old that stay for a later run. */
  left: number;
}

/** The outcome of a run. */
export interface RetentionReport {
  results: ErasedRows[];
  /** Whether the clock seems to have jumped forward: this run erased a part only, and later runs go on. */
  held: boolean;
  /** Bytes of erased rows that are left in the store's files. */
  traces: Traces;
}

/** Counts what is too old. It waits for nobody, and works on a store that cannot be written. */
export async function countDue(db: Kysely<Database>, now: number): Promise<DueRows[]> {
  const due: DueRows[] = [];
  for (const { table, column, months, bound } of retentionRules) {
    const before = monthsBefore(now, months);
    const count = await countRows(db, table, sql`where ${sql.ref(column)} <= ${bound(before)}`);
    due.push({ table, months, before, count });
  }
  return due;
}

/**
 * Erases what is too old (DATA-1), in one transaction: several processes take turns, and each row goes once. After a forward
 * jump of the clock only a part goes each hour, oldest first, so that someone may notice (R10).
 * @throws the store's error; nothing is erased then
 */
export async function runRetention(storage: Storage, clock: Clock): Promise<RetentionReport> {
  const report = await storage.db.transaction().execute(async (trx) => {
    const last = await lockLastRetention(trx);
    const now = clock.now();
    const share = shareToErase(last, now);
    const results: ErasedRows[] = [];
    for (const rule of retentionRules) {
      const result = await erase(trx, rule, now, share);
      results.push(result);
      if (rule.isPersonal && result.count > 0) await noteErased(trx);
    }
    const held = results.some(({ left }) => left > 0);
    // A run that had to wait is not recorded: the next one would have to wait as well.
    if (share > 0) {
      const record = { ran_at: now, outcome: JSON.stringify({ held }) };
      await trx.updateTable('task_run').set(record).where('name', '=', TASK).execute();
    }
    return { results, held };
  });
  return { ...report, traces: await removeTraces(storage) };
}

/**
 * Tells whether the clock may have jumped forward since the last run (R10), so that what seems too old may not be. The doubt
 * lasts as long as a partial run left something.
 * @param now milliseconds since 1970
 */
export function isInDoubt(last: RetentionRecord | undefined, now: number): last is RetentionRecord {
  if (!last || now < last.ranAt) return false;
  return last.held || now - last.ranAt > PLAUSIBLE_GAP_MS;
}

/** Gives the share of each table that a run may erase. */
function shareToErase(last: RetentionRecord | undefined, now: number): number {
  if (!isInDoubt(last, now)) return 1;
  return last.held && now - last.ranAt < PARTIAL_PAUSE_MS ? 0 : PARTIAL_SHARE;
}

/** Erases rows that are too old, at most this share of the table. */
async function erase(
  trx: Kysely<Database>,
  { table, column, months, bound }: RetentionRule,
  now: number,
  share: number,
): Promise<ErasedRows> {
  const [rows, age] = [sql.table(table), sql.ref(column)];
  const tooOld = sql`where ${age} <= ${bound(monthsBefore(now, months))}`;
  const due = await countRows(trx, table, tooOld);
  if (due === 0 || share === 0) return { table, count: 0, left: due };
  const most = Math.max(PARTIAL_ROWS, Math.ceil((await countRows(trx, table)) * share));
  // The oldest rows; rows of the same age go together. By age as well as by number: an operator may erase some meanwhile.
  const oldest = sql`and ${age} <= (select ${age} from ${rows} order by ${age} limit 1 offset ${most - 1})`;
  const deletion = sql`delete from ${rows} ${tooOld} ${due > most ? oldest : sql``}`;
  const count = Number((await deletion.execute(trx)).numAffectedRows ?? 0n);
  return { table, count, left: due > most ? due - count : 0 };
}

async function countRows(db: Kysely<Database>, table: string, condition = sql``): Promise<number> {
  const counted = sql<{ n: number }>`select count(*) as n from ${sql.table(table)} ${condition}`;
  return (await counted.execute(db)).rows[0]?.n ?? 0;
}

/** Reads the last run; undefined if there was none. */
export async function lastRetention(db: Kysely<Database>): Promise<RetentionRecord | undefined> {
  const query = db.selectFrom('task_run').select(['ran_at', 'outcome']).where('name', '=', TASK);
  const row = await query.executeTakeFirst();
  return row && toRecord(row);
}

/** Reads the last run from a SQLite file of any version of the schema; undefined if there was none. @throws SQLite's errors */
export function lastRetentionIn(file: string): RetentionRecord | undefined {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  if (!tableNames(db).includes('task_run')) return undefined;
  const row = db.prepare('select ran_at, outcome from task_run where name = ?').get(TASK);
  return row && toRecord({ ran_at: Number(row['ran_at']), outcome: String(row['outcome']) });
}

/** Reads the last run; other processes wait here until the transaction ends. */
async function lockLastRetention(trx: Kysely<Database>): Promise<RetentionRecord | undefined> {
  const query = trx
    .insertInto('task_run')
    .values({ name: TASK, ran_at: 0, outcome: '' })
    // Changes nothing, and locks the row.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: TASK }))
    .returning(['ran_at', 'outcome']);
  return toRecord(await query.executeTakeFirstOrThrow());
}

function toRecord({ ran_at, outcome }: { ran_at: number; outcome: string }): RetentionRecord | undefined {
  return outcome === '' ? undefined : { ranAt: ran_at, held: JSON.parse(outcome).held };
}

export interface RetentionOptions {
  storage: Storage;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Erases what is too old now, then every hour until the app closes. A failed run is logged, and the next one makes up for it.
 */
export function registerRetention(app: FastifyInstance, { storage, clock, logger }: RetentionOptions): void {
  const end = repeat(HOUR_MS, async () => {
    try {
      const { results, held, traces } = await runRetention(storage, clock);
      const facts = Object.fromEntries(
        results.map(({ table, count, left }) => [table, { erased: count, left }]),
      );
      if (held) logger.warn(facts, 'retention held back: the clock seems to have jumped forward');
      else if (results.some(({ count }) => count > 0))
        logger.info(facts, 'retention erased what was too old');
      if (traces.failure !== undefined) throw traces.failure;
    } catch (error) {
      logger.error({ err: error }, 'retention failed');
    }
  });
  app.addHook('onClose', end);
}
