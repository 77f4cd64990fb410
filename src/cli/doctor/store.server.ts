import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { failures } from '../../content/cli.ts';
import { checkWords } from '../../content/cli-doctor.ts';
import { exampleProfile } from '../../content/example-profile.ts';
import { databaseReadOnly } from '../../content/operator.ts';
import { NOTICE_LIFE_MS } from '../../mail/notice.server.ts';
import { outboxStatus, STUCK_AFTER_S } from '../../mail/outbox.server.ts';
import { ADMINISTRATOR_ID } from '../../profile/profile.ts';
import { readProfile } from '../../profile/profiles.server.ts';
import { lastRetention } from '../../retention/retention.server.ts';
import { migrationStatus, refuseNewerSchema } from '../../storage/migrate.server.ts';
import { inspectSqlite } from '../../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../../storage/sqlite/open-sqlite.server.ts';
import type { Storage } from '../../storage/storage.ts';
import { explainFailure } from '../failure.server.ts';
import { formatInstant, formatSize } from '../format.ts';
import { mailFix } from '../mail.server.ts';
import { type Check, type Finding, ok, problem, unlessLocal, warning } from './finding.ts';

/** Checks that the store opens, is up to date, sound, and takes writes. */
export const checkStore: Check = async ({ config, storage, storeError }) => {
  const { unusable } = checkWords.store;
  try {
    if (!storage) throw storeError;
    const status = await migrationStatus(storage);
    refuseNewerSchema(status);
    const { pending } = status;
    if (pending.length > 0) return problem(unusable, failures.notMigrated(pending));
    return storage.engine === 'sqlite'
      ? await checkSqlite(storage, sqliteFile(config.dataDir))
      : await checkPostgres(storage);
  } catch (error) {
    return problem(unusable, explainFailure(error, config).message);
  }
};

async function checkSqlite(storage: Storage, file: string): Promise<Finding> {
  inspectSqlite(file);
  // An empty transaction takes the write lock; it fails if the file cannot be written.
  await storage.db.transaction().execute(async () => {});
  return ok(checkWords.store.sqlite(formatSize((await stat(file)).size)));
}

async function checkPostgres({ db }: Storage): Promise<Finding> {
  const words = checkWords.store;
  const { rows } = await sql<{ readonly: string; fsync: string }>`
    select current_setting('transaction_read_only') as readonly, current_setting('fsync') as fsync`.execute(
    db,
  );
  if (rows[0]?.readonly === 'on') return problem(words.unusable, databaseReadOnly);
  return rows[0]?.fsync === 'off' ? warning(words.noFsync, words.noFsyncFix) : ok(words.postgres);
}

/** Checks that the profile is no longer the example of a new store. */
export const checkStoredProfile: Check = async ({ config, storage }) => {
  const words = checkWords.profile;
  const profile = storage && (await readProfile(storage.reads, ADMINISTRATOR_ID));
  if (!profile) return undefined;
  return isDeepStrictEqual(profile, exampleProfile)
    ? unlessLocal(config, words.example(profile.name), words.fix)
    : ok(profile.name);
};

/** Checks that no mail is refused or stuck, by the rule of `/readyz` and the alerts. */
export const checkOutbox: Check = async ({ config, clock, storage }) => {
  if (!storage) return undefined;
  const words = checkWords.outbox;
  const sends = config.smtpUrl !== undefined;
  const status = await outboxStatus(storage.reads, clock.now(), sends);
  const { pending, refused, oldestSeconds, stuck, lastError } = status;
  if (refused > 0) return problem(words.refused(refused), words.refusedFix);
  // The check of the mail server says why they wait.
  if (!sends) return undefined;
  if (pending === 0) return ok(words.empty);
  const since = formatInstant(clock.now() - oldestSeconds * 1000);
  const waiting = words.waiting(pending, since, lastError);
  if (stuck) return problem(waiting, words.stuckFix);
  return lastError ? warning(waiting, mailFix(lastError)) : ok(waiting);
};

/** Checks that no notice to `NOTIFY_URL` has failed, or waits for as long as a stuck mail. */
export const checkNotices: Check = async ({ config, clock, storage }) => {
  if (!config.notifyUrl || !storage) return undefined;
  const words = checkWords.notices;
  const now = clock.now();
  const oldest = await storage.reads
    .selectFrom('notice')
    .select(['last_error', 'created_at'])
    .where('state', '!=', 'sent')
    .where('created_at', '>=', now - NOTICE_LIFE_MS)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const isStuck = oldest && (oldest.last_error || oldest.created_at <= now - STUCK_AFTER_S * 1000);
  return isStuck ? warning(words.failed(oldest.last_error), words.fix) : ok(words.well);
};

/** The site erases every hour: up to two missed runs are harmless. */
const LATE_AFTER_MS = 3 * 3_600_000;

/** Checks that retention has run lately (PRIV-1, DATA-1). */
export const checkRetention: Check = async ({ config, clock, storage }) => {
  if (!storage) return undefined;
  const words = checkWords.retention;
  const last = await lastRetention(storage.reads);
  const detail = last ? words.ran(formatInstant(last.ranAt)) : words.never;
  return last && clock.now() - last.ranAt < LATE_AFTER_MS
    ? ok(detail)
    : unlessLocal(config, detail, words.fix);
};
