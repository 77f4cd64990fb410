import type { FastifyInstance } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { DAY_MS, dayInParis } from '../config/clock.ts';
import { repeat } from '../config/repeat.server.ts';
import { readTaskRun } from '../storage/backup.server.ts';
import { removeKept } from '../storage/restore.server.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { lastRun, lockTask, noteErased, noteRun, removeTraces } from '../storage/task-runs.server.ts';
import { erasureTime, type TrustedClock, UNKNOWN_UNTIL } from './trusted-clock.ts';

/**
 * Everything that is erased for its age (DATA-1); queued mails go with their message. `bound` gives the largest value of the
 * column that is too old.
 */
export const retentionRules = [
  // PRIV-1 allows 12 months at most.
  { table: 'message', column: 'received_at', months: 12, bound: (before: number) => before },
  // The CNIL allows 25 months for audience measurement; a day is erased once its first view is too old.
  { table: 'page_view', column: 'day', months: 25, bound: dayInParis },
] as const;

type RetentionRule = (typeof retentionRules)[number];

/** A copy of the store lives at most this many calendar months (docs/operations/backup.md), because nothing is erased in it. */
const COPY_LIFE_MONTHS = 1;

/**
 * Lists the rows that a copy leaves out, because they would become too old during its life. So nothing lives longer in a copy
 * than in the store (DATA-1).
 */
export function copyLimits(now: number) {
  return retentionRules.map(({ table, column, months, bound }) => {
    const monthsInCopy = months - COPY_LIFE_MONTHS;
    return { table, column, months: monthsInCopy, bound: bound(monthsBefore(now, monthsInCopy)) };
  });
}

/**
 * Returns the latest instant that is this many calendar months ago in Paris. Twelve months after 29 February is 28 February; on
 * 29 February, all of 28 February a year before is that old. A row may be erased up to a day early, or up to an hour late in
 * autumn's repeated hour.
 */
export function monthsBefore(now: number, months: number): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Europe/Paris');
  const there = here.subtract({ months });
  if (there.day < here.day) return there.startOfDay().add({ days: 1 }).epochMilliseconds - 1;
  const isLastDay = here.day === here.daysInMonth;
  return (isLastDay ? there.with({ day: there.daysInMonth }) : there).epochMilliseconds;
}

const TASK = 'retention';
const HOUR_MS = 3_600_000;

export interface RetentionOptions {
  storage: Storage;
  clock: TrustedClock;
}

/** Counts the rows that are too old; waits for no writer, and works on a store that cannot be written. */
export function countDue({ storage, clock }: RetentionOptions) {
  const due = retentionRules.map(async (rule) => {
    const before = monthsBefore(erasureTime(clock), rule.months);
    const query = sql<{ n: number }>`
      select count(*) as n from ${sql.table(rule.table)} where ${tooOld(rule, before)}`;
    const { rows } = await query.execute(storage.reads);
    return { table: rule.table, months: rule.months, before, count: rows[0]?.n ?? 0 };
  });
  return Promise.all(due);
}

/**
 * Erases what is too old (DATA-1) in one transaction; processes take turns, so each row is erased once. While the machine's clock
 * is in doubt, only the time that has surely passed counts (R10, R20).
 * @param believe the operator vouches for the machine's clock
 * @throws the store's error; nothing is erased then
 */
export async function runRetention({ storage, clock }: RetentionOptions, { believe = false } = {}) {
  const results = await storage.db.transaction().execute(async (trx) => {
    await lockTask(trx, TASK);
    if (believe) await noteRun(trx, TASK, { ran_at: clock.machine.now() });
    clock.learn(await lastRetention(trx));
    const now = clock.now();
    if (!clock.doubt) await dateAgain(trx, now);
    const results: { table: RetentionRule['table']; count: number }[] = [];
    for (const rule of retentionRules) {
      const { table, months } = rule;
      const before = monthsBefore(erasureTime(clock), months);
      const query = sql`delete from ${sql.table(table)} where ${tooOld(rule, before)}`;
      const count = Number((await query.execute(trx)).numAffectedRows ?? 0n);
      results.push({ table, count });
      // Traces of page views may stay, because they are about nobody (R19).
      if (table === 'message' && count > 0) await noteErased(trx);
    }
    await noteRun(trx, TASK, { ran_at: now });
    return results;
  });
  // A name dated before `UNKNOWN_UNTIL` comes from a wrong clock, so its age is unknown and the file stays.
  if (storage.file) await removeKept(storage.file, UNKNOWN_UNTIL, monthsBefore(erasureTime(clock), 12));
  return { results, traces: await removeTraces(storage) };
}

/** Dates rows as received now if a wrong clock stamped them, because they would be erased too soon or too late. */
async function dateAgain(trx: Transaction<Database>, now: number): Promise<void> {
  for (const [table, column] of [
    ['message', 'received_at'],
    ['outbox', 'created_at'],
    ['notice', 'created_at'],
  ] as const) {
    const stamp = sql.ref(column);
    await sql`update ${sql.table(table)} set ${stamp} = ${now}
      where ${stamp} > ${now + DAY_MS} or ${stamp} < ${UNKNOWN_UNTIL}`.execute(trx);
  }
  await trx
    .deleteFrom('page_view')
    .where('day', '>', dayInParis(now + DAY_MS))
    .execute();
}

function tooOld({ column, bound }: RetentionRule, before: number) {
  return sql`${sql.ref(column)} <= ${bound(before)}`;
}

/** Reads when retention ran last, in milliseconds since 1970; undefined if it never did. */
export async function lastRetention(db: Kysely<Database>): Promise<number | undefined> {
  return (await lastRun(db, TASK))?.ran_at || undefined;
}

/** Reads the same from a SQLite store of any version. @throws SQLite's errors */
export function lastRetentionIn(file: string): number | undefined {
  return readTaskRun(file, TASK)?.ran_at || undefined;
}

/** Erases what is too old now, then every hour until the app closes; a failed run is logged, and the next one erases its rows. */
export function registerRetention(
  app: FastifyInstance,
  options: RetentionOptions & { logger: Pick<Logger, 'info' | 'warn' | 'error'> },
): void {
  const { clock, logger } = options;
  let doubted: TrustedClock['doubt'];
  const erase = async () => {
    try {
      const { results, traces } = await runRetention(options);
      const { doubt, machine } = clock;
      const facts = { clock: new Date(machine.now()), time: new Date(clock.now()) };
      if (doubt && doubt !== doubted) logger.error({ ...facts, kind: doubt }, 'clock in doubt');
      if (doubted && !doubt) logger.info(facts, 'clock believed again');
      doubted = doubt;
      const erased = Object.fromEntries(results.map(({ table, count }) => [table, count]));
      if (results.some(({ count }) => count > 0)) logger.info(erased, 'retention erased what was too old');
      if (traces.failure !== undefined) throw traces.failure;
    } catch (error) {
      logger.error({ err: error }, 'retention failed');
    }
  };
  app.addHook('onClose', repeat(HOUR_MS, erase, { atOnce: true }));
}
