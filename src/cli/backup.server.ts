import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config/config.server.ts';
import { CommandError, explainFailure } from '../failure.server.ts';
import { failures, storeFailures } from '../failure-words.ts';
import { isInDoubt, lastRetentionIn } from '../retention/retention.server.ts';
import { copyLimits } from '../retention/rules.ts';
import { backupSqlite } from '../storage/backup.server.ts';
import { isDiskFull, resultCodeOf, resultCodes } from '../storage/errors.server.ts';
import { shippedMigrations } from '../storage/migrate.server.ts';
import { isInUse, putInPlace, StoreInUseError, stageRestore } from '../storage/restore.server.ts';
import { inspectSqlite, type SqliteInspection, UnsoundStoreError } from '../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../storage/sqlite/store-file.server.ts';
import { backupWords, restoreWords } from './backup-words.ts';
import { type Dependencies, existingStore } from './command.server.ts';
import { formatInstant, formatSize } from './text.ts';
import { checkTarget } from './written-file.server.ts';

/** Copies the store into a file. @throws CommandError `refused` when older copies have to be kept */
export async function backup(
  { config, clock, output, resolvePath }: Dependencies,
  name: string,
  { force }: { force?: true },
): Promise<void> {
  const target = resolvePath(name);
  if (config.databaseUrl) throw new CommandError('failure', backupWords.postgres);
  // Until the last run of retention is known, the clock is in doubt: older copies may be younger than they seem.
  let inDoubt = true;
  try {
    const store = existingStore(config);
    inDoubt = isInDoubt(lastRetentionIn(store), clock.now());
    await checkTarget(config, target, force);
    // With the clock in doubt the copy leaves nothing out: the store itself then erases only a part per hour.
    const limits = inDoubt ? [] : copyLimits(clock.now());
    const { messages, leftOut } = await backupSqlite(store, target, limits);
    const { size } = await stat(target);
    output.note(backupWords.done(target, formatSize(size), messages));
    if (leftOut > 0) output.note(backupWords.leftOut(leftOut));
    output.note(backupWords.personal);
  } catch (error) {
    // SQLite names no file: its word would be taken for the disk of the store.
    const isFull = isDiskFull(error, dirname(target));
    const failure = isFull ? new CommandError('failure', storeFailures.full(dirname(target))) : error;
    if (!inDoubt && !isDamage(failure)) throw failure;
    throw new CommandError('refused', backupWords.keepOlder(explainFailure(failure, config).message));
  }
  if (inDoubt) throw new CommandError('refused', backupWords.inDoubt);
}

/** Tells whether the store itself cannot be read. Older copies are then the only ones left. */
function isDamage(error: unknown): boolean {
  const { corrupt, notADatabase, ioError } = resultCodes;
  const code = resultCodeOf(error);
  return error instanceof UnsoundStoreError || code === corrupt || code === notADatabase || code === ioError;
}

/** Puts a backup in the place of the store, once that is confirmed; a dry run only says what the backup holds. */
export async function restore(
  { config, clock, output, resolvePath }: Dependencies,
  name: string,
  { dryRun, force }: { dryRun?: true; force?: true },
): Promise<void> {
  const backup = resolvePath(name);
  if (config.databaseUrl) throw new CommandError('failure', backupWords.postgres);
  if (!(await stat(backup)).isFile()) throw new CommandError('failure', failures.notAFile(backup));
  const store = sqliteFile(config.dataDir);
  // A dry run copies the backup elsewhere, so the store's folder stays unchanged and the site may run.
  await using elsewhere = dryRun && (await mkdtempDisposable(join(tmpdir(), 'vitrine-restore-')));
  if (!elsewhere) {
    if (isInUse(store)) throw new StoreInUseError();
    await mkdir(dirname(store), { recursive: true, mode: 0o700 });
  }
  await using staged = await stageRestore(backup, elsewhere ? join(elsewhere.path, basename(store)) : store);
  const { messages, latestMessageAt, pendingMails } = await requireGood(staged.path, name);
  const latest = latestMessageAt === undefined ? restoreWords.noMessage : formatInstant(latestMessageAt);
  output.note(restoreWords.willReplace(name, messages, latest));
  output.note(describeCurrent(config));
  if (pendingMails > 0) output.note(restoreWords.pendingMails(pendingMails));
  if (dryRun) return;
  await output.confirm(restoreWords.confirm, force);
  const kept = await putInPlace(staged.path, store, clock.now());
  output.note(restoreWords.done);
  if (kept) output.note(restoreWords.kept(kept));
}

/** @throws CommandError `failure` if the file is not a backup, is damaged, or comes from a newer version */
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
  const { migrations } = inspection;
  if (migrations.length === 0) throw new CommandError('failure', restoreWords.notGood(name, '?'));
  if (migrations.some((each) => !known.includes(each)))
    throw new CommandError('failure', restoreWords.newer(name));
  return inspection;
}

/** Says how much the present store holds: a backup may be older than the operator thinks. */
function describeCurrent({ dataDir }: Config): string {
  const store = sqliteFile(dataDir);
  if (!existsSync(store)) return restoreWords.noCurrent(dataDir);
  try {
    return restoreWords.current(inspectSqlite(store).messages);
  } catch {
    return restoreWords.currentUnreadable;
  }
}
