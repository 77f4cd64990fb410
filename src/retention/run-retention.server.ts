import { sql, type Transaction } from 'kysely';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import { noteErased, removeTraces, type Traces } from '../storage/scrubbing.server.ts';
import type { Storage } from '../storage/storage.ts';
import { isInDoubt } from './doubt.ts';
import { erasedBefore, type RetentionRule, retentionRules } from './rules.ts';
import {
  lastRetention,
  lockLastRetention,
  type RetentionRecord,
  recordRetention,
} from './run-record.server.ts';

export interface RetentionOptions {
  storage: Storage;
  clock: Clock;
  /** Counts without erasing, and leaves no record. */
  dryRun?: boolean;
}

/** What a run erased of one table, or would erase. */
export interface RetentionResult {
  table: RetentionRule['table'];
  months: number;
  /** What is of this instant or earlier is too old; milliseconds since 1970. */
  before: number;
  /** Rows erased, or that would be. */
  count: number;
  /** Rows too old that stay for a later run. */
  left: number;
}

/** What a run did. */
export interface RetentionReport {
  results: RetentionResult[];
  /** The clock seems to have jumped forward: this run erased a part only, and later runs go on. */
  held: boolean;
  /** What a run leaves in the store's files of rows that it, or an erasure before it, took out. */
  traces: Traces;
}

/** While in doubt, what one run erases of a table: this many rows, or this share of them where that is more. */
const HELD_ROWS = 10;
const HELD_SHARE = 0.05;
/** The pause before such a run, a little less than the hour of the timer: a site that keeps restarting runs at each start. */
const HELD_PAUSE_MS = 50 * 60_000;

/** What may go now: all that is too old, a part of it, or nothing yet. */
type Allowance = 'all' | 'part' | 'nothing';

function allowanceOf(last: RetentionRecord | undefined, now: number): Allowance {
  if (!isInDoubt(last, now)) return 'all';
  return last.held && now - last.ranAt < HELD_PAUSE_MS ? 'nothing' : 'part';
}

async function limitOf(trx: Transaction<Database>, rule: RetentionRule, allowance: 'part' | 'nothing') {
  if (allowance === 'nothing') return 0;
  return Math.max(HELD_ROWS, Math.ceil((await countRows(trx, rule)) * HELD_SHARE));
}

async function countRows(
  trx: Transaction<Database>,
  { table, column }: RetentionRule,
  bound?: number | string,
) {
  const condition = bound === undefined ? sql`` : sql`where ${sql.ref(column)} <= ${bound}`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)} ${condition}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The bound that lets the oldest `limit` rows go; rows of one same age go together. */
async function lowerBound(trx: Transaction<Database>, { table, column }: RetentionRule, limit: number) {
  const { rows } = await sql<{ bound: number | string }>`
    select ${sql.ref(column)} as bound from ${sql.table(table)}
    order by ${sql.ref(column)} limit 1 offset ${limit - 1}`.execute(trx);
  return rows[0]?.bound;
}

async function erase(trx: Transaction<Database>, { table, column }: RetentionRule, bound: number | string) {
  const result = await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${bound}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

async function applyRule(
  trx: Transaction<Database>,
  rule: RetentionRule,
  { now, allowance, dryRun }: { now: number; allowance: Allowance; dryRun: boolean },
): Promise<RetentionResult> {
  const before = erasedBefore(rule, now);
  const bound = rule.bound(before);
  const due = await countRows(trx, rule, bound);
  const limit = allowance === 'all' ? due : await limitOf(trx, rule, allowance);
  if (limit === 0) return { table: rule.table, months: rule.months, before, count: 0, left: due };
  const allowed = due > limit ? ((await lowerBound(trx, rule, limit)) ?? bound) : bound;
  const count = dryRun ? await countRows(trx, rule, allowed) : await erase(trx, rule, allowed);
  return { table: rule.table, months: rule.months, before, count, left: due - count };
}

/**
 * Erases what is too old (DATA-1), in one transaction: several processes take turns, and each row goes once. After
 * a forward jump of the clock only a part goes each hour, oldest first, so that someone may notice (R10).
 */
export async function runRetention({
  storage,
  clock,
  dryRun = false,
}: RetentionOptions): Promise<RetentionReport> {
  const report = await storage.db.transaction().execute(async (trx) => {
    // What only counts waits for nobody, and works where nothing can be written.
    const last = dryRun ? await lastRetention(trx) : await lockLastRetention(storage, trx);
    const now = clock.now();
    const allowance = allowanceOf(last, now);
    const results: RetentionResult[] = [];
    for (const rule of retentionRules) results.push(await applyRule(trx, rule, { now, allowance, dryRun }));
    const held = results.some(({ left }) => left > 0);
    const erased = Object.fromEntries(results.map(({ table, count }) => [table, count]));
    // A run that had to wait is none: noted, it would make the next one wait as well.
    if (!dryRun && allowance !== 'nothing') await recordRetention(trx, { ranAt: now, erased, held });
    if (!dryRun && results.some(({ count }) => count > 0)) await noteErased(trx);
    return { results, held };
  });
  return { ...report, traces: dryRun ? { left: false } : await removeTraces(storage) };
}
