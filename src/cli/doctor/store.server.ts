import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  clockWords,
  noticeCheckWords,
  outboxCheckWords,
  profileCheckWords,
  retentionCheckWords,
  smtpWords,
  storeWords,
} from '../../content/cli-doctor.ts';
import { exampleProfile } from '../../content/example-profile.ts';
import { NOTICE_LIFE_MS } from '../../mail/notice.server.ts';
import { outboxHealth } from '../../mail/outbox-watch.server.ts';
import { ADMINISTRATOR_ID } from '../../profile/profile.ts';
import { readProfile } from '../../profile/profiles.server.ts';
import { lastRetention, runRetention } from '../../retention/retention.server.ts';
import { CLOCK_TOLERANCE_MS, clockDifference } from '../../storage/clock-difference.server.ts';
import { migrationStatus } from '../../storage/migrate.server.ts';
import { inspectSqlite, UnsoundStoreError } from '../../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../../storage/sqlite/open-sqlite.server.ts';
import type { Storage } from '../../storage/storage.ts';
import { explainFailure } from '../failure.server.ts';
import { formatDuration, formatInstant, formatSize } from '../format.ts';
import { mailFix } from '../mail.server.ts';
import { type Check, type Finding, ok, problem, unlessLocal, warning } from './finding.ts';

/** Checks that the store opens, is up to date, sound, and takes writes. */
export const checkStore: Check = async ({ config, storage, storeError }) => {
  try {
    if (!storage) throw storeError;
    const { pending } = await migrationStatus(storage);
    if (pending.length > 0) return problem(storeWords.pending(pending), storeWords.pendingFix);
    return storage.engine === 'sqlite'
      ? await checkSqlite(storage, sqliteFile(config.dataDir))
      : await checkPostgres(storage);
  } catch (error) {
    return error instanceof UnsoundStoreError
      ? problem(storeWords.unsound(error.detail), storeWords.unsoundFix)
      : problem(storeWords.unusable, explainFailure(error, config).message);
  }
};

async function checkSqlite(storage: Storage, file: string): Promise<Finding> {
  inspectSqlite(file);
  // Takes the write lock and gives it back: refused where the file cannot be written.
  await storage.db.transaction().execute(async () => {});
  return ok(storeWords.sqlite(formatSize((await stat(file)).size)));
}

async function checkPostgres({ db }: Storage): Promise<Finding> {
  const { rows } = await sql<{ readonly: string; fsync: string }>`
    select current_setting('transaction_read_only') as readonly, current_setting('fsync') as fsync`.execute(
    db,
  );
  if (rows[0]?.readonly === 'on') return problem(storeWords.readOnly, storeWords.readOnlyFix);
  if (rows[0]?.fsync === 'off') return warning(storeWords.noFsync, storeWords.noFsyncFix);
  return ok(storeWords.postgres);
}

/** Checks that visitors see another profile than the invented one of a new store. */
export const checkStoredProfile: Check = async ({ config, storage }) => {
  const profile = storage && (await readProfile(storage.reads, ADMINISTRATOR_ID));
  if (!profile) return undefined;
  return isDeepStrictEqual(profile, exampleProfile)
    ? unlessLocal(config, profileCheckWords.example(profile.name), profileCheckWords.fix)
    : ok(profile.name);
};

/** Checks that no mail is refused, or stuck by the same rule as in `/readyz` and the alerts. */
export const checkOutbox: Check = async ({ config, clock, storage }) => {
  if (!storage) return undefined;
  const words = outboxCheckWords;
  const sends = config.smtpUrl !== undefined;
  const health = await outboxHealth(storage.reads, clock.now(), sends);
  const { pending, refused, oldestSeconds, stuck, lastError } = health;
  if (refused > 0) return problem(words.refused(refused), words.refusedFix);
  if (pending === 0) return ok(words.empty);
  if (!sends) return unlessLocal(config, words.unsent(pending), smtpWords.absentFix);
  const error = lastError === null ? '' : words.lastError(lastError);
  if (stuck)
    return problem(words.stuck(pending, formatDuration(oldestSeconds * 1000), error), words.stuckFix);
  return lastError ? warning(words.waiting(pending) + error, mailFix(lastError)) : ok(words.waiting(pending));
};

/** Checks that `NOTIFY_URL`, where there is one, takes the notices: none failed that is still kept. */
export const checkNotices: Check = async ({ config, clock, storage }) => {
  if (!config.notifyUrl || !storage) return undefined;
  const { count, lastError } = await storage.reads
    .selectFrom('notice')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max<string | null>('last_error').as('lastError'),
    ])
    .where('last_error', 'is not', null)
    .where('created_at', '>=', clock.now() - NOTICE_LIFE_MS)
    .executeTakeFirstOrThrow();
  return count === 0
    ? ok(noticeCheckWords.well)
    : warning(noticeCheckWords.failed(count, lastError ?? '?'), noticeCheckWords.fix);
};

/** Compares the machine's clock with the instants in the store, and with PostgreSQL's own. */
export const checkClock: Check = async ({ clock, storage }) => {
  if (!storage) return undefined;
  const now = clock.now();
  const last = await lastInstant(storage);
  if (last > now + CLOCK_TOLERANCE_MS)
    return problem(clockWords.behind(formatInstant(now), formatInstant(last)), clockWords.behindFix);
  const differs = await clockDifference(storage, clock);
  return differs > CLOCK_TOLERANCE_MS
    ? warning(clockWords.differs(Math.round(differs / 1000)), clockWords.fix)
    : ok(formatInstant(now));
};

async function lastInstant({ reads }: Storage): Promise<number> {
  const found = await Promise.all([
    reads.selectFrom('message').select(reads.fn.max('received_at').as('at')).executeTakeFirst(),
    reads.selectFrom('outbox').select(reads.fn.max('sent_at').as('at')).executeTakeFirst(),
    reads.selectFrom('task_run').select(reads.fn.max('ran_at').as('at')).executeTakeFirst(),
  ]);
  return Math.max(...found.map((row) => row?.at ?? 0));
}

/** The site erases every hour: up to two missed runs are harmless. */
const LATE_AFTER_MS = 3 * 3_600_000;
const TOO_LATE_AFTER_MS = 48 * 3_600_000;

/** Checks that what is too old is really erased (PRIV-1, DATA-1). A run in the future is for `checkClock` to find. */
export const checkRetention: Check = async ({ clock, storage }) => {
  if (!storage) return undefined;
  const words = retentionCheckWords;
  const last = await lastRetention(storage.reads);
  const { results } = await runRetention({ storage, clock, dryRun: true });
  const due = results.reduce((total, { count, left }) => total + count + left, 0);
  const since = last ? clock.now() - last.ranAt : Number.POSITIVE_INFINITY;
  if (due > 0 && since > LATE_AFTER_MS) return problem(words.due(due), words.dueFix);
  if (!last) return warning(words.never, words.neverFix);
  const ran = words.ran(formatDuration(since));
  if (since > TOO_LATE_AFTER_MS) return problem(ran, words.lateFix);
  return since > LATE_AFTER_MS ? warning(ran, words.lateFix) : ok(ran);
};
