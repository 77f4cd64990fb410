import { createReadStream, existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { judgeClockIn, trustedClock } from '../clock/trusted-clock.server.ts';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { CommandError, explainFailure } from '../failure.server.ts';
import { failures, storeFailures } from '../failure-words.ts';
import { copyLimits } from '../retention/rules.ts';
import { noteBackup, vacuumInto, writeCopy } from '../storage/backup.server.ts';
import { CopyRefusedError, copyToPostgres, copyToSqlite, migrateFile } from '../storage/copy.server.ts';
import { isDiskFull, resultCodeOf, resultCodes } from '../storage/errors.server.ts';
import { currentNames, shippedMigrations } from '../storage/migrate.server.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { isInUse, putInPlace, StoreInUseError, stageRestore } from '../storage/restore.server.ts';
import { inspectSqlite, type SqliteInspection, UnsoundStoreError } from '../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../storage/sqlite/store-file.server.ts';
import { moveIntoPlace, unfinishedFile } from '../storage/unfinished-file.server.ts';
import { backupWords, restoreWords } from './backup-words.ts';
import {
  type Dependencies,
  existingStore,
  openExisting,
  requireCurrent,
  withStorage,
} from './command.server.ts';
import { formatInstant, formatSize } from './text.ts';
import { checkTarget } from './written-file.server.ts';

/**
 * Copies the store into a file; with `-`, onto standard output, which the caller's shell opens with the caller's own rights.
 * @throws CommandError `refused` when older copies have to be kept
 */
export async function backup(
  { config, clock, output, resolvePath }: Dependencies,
  name: string,
  { force }: { force?: true },
): Promise<void> {
  const file = name === '-' ? undefined : resolvePath(name);
  const target = file ?? sqliteFile(config.dataDir);
  // Until the store was read, the clock is in doubt: older copies may be younger than they seem.
  let inDoubt = true;
  try {
    await using source = await openSource(config, clock);
    inDoubt = source.known.doubt !== undefined;
    if (file) await checkTarget(config, file, force);
    await using partial = await unfinishedFile(target, 'partial');
    // With the clock in doubt the copy leaves nothing out.
    const limits = inDoubt ? [] : copyLimits(clock.now());
    const { messages, leftOut } = await writeCopy(partial.path, source.fill, limits);
    const { size } = await stat(partial.path);
    if (file) await moveIntoPlace(partial.path, file);
    else await output.bytes(createReadStream(partial.path));
    output.note(backupWords.done(file, formatSize(size), messages));
    if (leftOut > 0) output.note(backupWords.leftOut(leftOut));
    output.note(backupWords.personal);
  } catch (error) {
    // SQLite names no file: its word would be taken for the disk of the store.
    const isFull = isDiskFull(error, dirname(target));
    const failure = isFull ? new CommandError('failure', storeFailures.full(dirname(target))) : error;
    if (!inDoubt && !isDamage(failure)) throw failure;
    throw new CommandError('refused', backupWords.keepOlder((await explainFailure(failure, config)).message));
  }
  // The copy is there, whether or not the store can take a note of it.
  await withStorage(openExisting(config), ({ db }) => noteBackup(db, clock.now(), file)).catch(() => {});
  if (inDoubt) throw new CommandError('refused', backupWords.inDoubt);
}

/** Opens what is to be copied: a SQLite store of any version, or a PostgreSQL store that is up to date. */
async function openSource(config: Config, clock: Clock) {
  if (!config.databaseUrl) {
    const store = existingStore(config);
    return {
      known: judgeClockIn(store, clock.now()),
      fill: (copy: string) => vacuumInto(store, copy),
      async [Symbol.asyncDispose]() {},
    };
  }
  await using opening = new AsyncDisposableStack();
  const storage = opening.adopt(await openExisting(config), (opened) => opened.close());
  await requireCurrent(storage);
  const { state: known } = await trustedClock(storage, { clock });
  opening.move();
  return {
    known,
    fill: (copy: string) => copyToSqlite(storage, copy),
    [Symbol.asyncDispose]: () => storage.close(),
  };
}

/** Older copies are the only ones left if the store itself cannot be read. */
function isDamage(error: unknown): boolean {
  const { corrupt, notADatabase, ioError } = resultCodes;
  const code = resultCodeOf(error);
  return error instanceof UnsoundStoreError || code === corrupt || code === notADatabase || code === ioError;
}

/**
 * Puts a backup in the place of the SQLite store, or into the empty PostgreSQL database, once that is confirmed; a dry run only
 * says what the backup holds. `-` reads it from standard input.
 */
export async function restore(
  { config, clock, output, resolvePath }: Dependencies,
  name: string,
  { dryRun, force }: { dryRun?: true; force?: true },
): Promise<void> {
  const backup = name === '-' ? await output.input() : resolvePath(name);
  if (typeof backup === 'string' && !(await stat(backup)).isFile())
    throw new CommandError('failure', failures.notAFile(backup));
  const store = sqliteFile(config.dataDir);
  if (!dryRun) {
    // A store that a site uses gets messages that would stay behind.
    const replaced = config.databaseUrl ? backup : store;
    if (typeof replaced === 'string' && isInUse(replaced)) throw new StoreInUseError(replaced);
    await mkdir(dirname(store), { recursive: true, mode: 0o700 });
  }
  const isElsewhere = typeof backup === 'string' && !existsSync(dirname(store));
  await using staged = await stageRestore(backup, isElsewhere ? backup : store);
  const { messages, latestMessageAt, pendingMails } = await requireGood(staged.path, name);
  const latest = latestMessageAt === undefined ? restoreWords.noMessage : formatInstant(latestMessageAt);
  output.note(restoreWords.willReplace(name, messages, latest));
  output.note(describeCurrent(config));
  if (pendingMails > 0) output.note(restoreWords.pendingMails(pendingMails));
  if (dryRun) return;
  await output.confirm(restoreWords.confirm, force);
  if (config.databaseUrl) return output.note(restoreWords.copied(await fillPostgres(staged.path, config)));
  const kept = await putInPlace(staged.path, store, clock.now());
  output.note(restoreWords.done);
  if (kept) output.note(restoreWords.kept(kept));
}

/** Copies a backup, which it brings up to date, into the database of `DATABASE_URL`. @returns the number of rows */
async function fillPostgres(staged: string, config: Config): Promise<number> {
  try {
    await migrateFile(staged);
    return await withStorage(openStorage(config), (target) => copyToPostgres(staged, target));
  } catch (error) {
    if (!(error instanceof CopyRefusedError)) throw error;
    const { table, found } = error;
    throw new CommandError(found === undefined ? 'failure' : 'refused', restoreWords.refused(table, found));
  }
}

/**
 * @throws CommandError `failure` if the file is not a backup, is damaged, or comes from a newer version
 * @throws StorageUnavailableError `older-schema`
 */
async function requireGood(staged: string, name: string): Promise<SqliteInspection> {
  const known = Object.keys(await shippedMigrations('sqlite'));
  let inspection: SqliteInspection;
  try {
    inspection = inspectSqlite(staged);
  } catch (error) {
    // The check of a good backup may fail for lack of room.
    if (isDiskFull(error, dirname(staged)))
      throw new CommandError('failure', storeFailures.full(dirname(staged)));
    throw new CommandError('failure', restoreWords.notGood(name, (error as Error).message));
  }
  const migrations = currentNames(inspection.migrations);
  if (migrations.length === 0) throw new CommandError('failure', restoreWords.notGood(name, '?'));
  if (migrations.some((each) => !known.includes(each)))
    throw new CommandError('failure', restoreWords.newer(name));
  return inspection;
}

/** Says how much the present store holds: a backup may be older than the operator thinks. */
function describeCurrent({ dataDir, databaseUrl }: Config): string {
  if (databaseUrl) return restoreWords.intoPostgres;
  const store = sqliteFile(dataDir);
  if (!existsSync(store)) return restoreWords.noCurrent(dataDir);
  try {
    return restoreWords.current(inspectSqlite(store).messages);
  } catch {
    return restoreWords.currentUnreadable;
  }
}
