import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config/config.server.ts';
import { failures, help } from '../content/cli.ts';
import { backupHelp, backupWords, restoreWords } from '../content/cli-backup.ts';
import { isInDoubt, lastRetentionIn } from '../retention/retention.server.ts';
import { copyLimits } from '../retention/rules.ts';
import { backupSqlite } from '../storage/backup.server.ts';
import { resultCodeOf, resultCodes } from '../storage/errors.server.ts';
import { shippedMigrations } from '../storage/migrate.server.ts';
import { isInUse, putInPlace, StoreInUseError, stageRestore } from '../storage/restore.server.ts';
import { inspectSqlite, type SqliteInspection, UnsoundStoreError } from '../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../storage/sqlite/open-sqlite.server.ts';
import { addCommand, type Dependencies, type Runner } from './command.server.ts';
import { CommandError, explainFailure } from './failure.server.ts';
import { formatInstant, formatSize } from './format.ts';
import { existingStore } from './store-access.server.ts';
import { checkTarget } from './written-file.server.ts';

/** Adds `backup` and `restore`. */
export function addBackup(program: Command, run: Runner): void {
  addCommand(program, 'backup', backupHelp.backup)
    .argument('<fichier>', backupHelp.backup.file)
    .option('--force', help.replace)
    .action(run.plain(backup));
  addCommand(program, 'restore', backupHelp.restore)
    .argument('<fichier>', backupHelp.restore.file)
    .option('--dry-run', help.dryRun)
    .option('--force', help.force)
    .action(run.plain(restore));
}

async function backup(dependencies: Dependencies, name: string, { force }: { force?: true }): Promise<void> {
  const { config, clock, resolvePath } = dependencies;
  const target = resolvePath(name);
  if (config.databaseUrl) throw new CommandError('failure', backupWords.postgres);
  // Until the store has told when retention last looked at the clock, older copies may be younger than they seem.
  let inDoubt = true;
  try {
    const store = existingStore(config);
    inDoubt = isInDoubt(lastRetentionIn(store), clock.now());
    await checkTarget(config, target, force);
    await copy(dependencies, store, target, inDoubt);
  } catch (error) {
    if (!inDoubt && !isDamage(error)) throw error;
    const why =
      error instanceof UnsoundStoreError
        ? backupWords.unsound(error.detail)
        : explainFailure(error, config).message;
    throw new CommandError('refused', backupWords.keepOlder(why), { cause: error });
  }
  if (inDoubt) throw new CommandError('refused', backupWords.inDoubt);
}

/** Whether the store itself cannot be read: older copies are then all there is. */
function isDamage(error: unknown): boolean {
  const { corrupt, notADatabase, ioError } = resultCodes;
  const code = resultCodeOf(error);
  return error instanceof UnsoundStoreError || code === corrupt || code === notADatabase || code === ioError;
}

async function copy(
  { clock, output }: Dependencies,
  store: string,
  target: string,
  inDoubt: boolean,
): Promise<void> {
  output.note(backupWords.working);
  // What only seems too old stays in the copy: the store itself erases it little by little then.
  const limits = inDoubt ? [] : copyLimits(clock.now());
  const { messages, leftOut } = await backupSqlite(store, target, limits, () =>
    output.note(backupWords.verifying),
  );
  const { size } = await stat(target);
  output.note(backupWords.done(target, formatSize(size), messages));
  const left = Object.values(leftOut).reduce((total, count) => total + count, 0);
  if (left > 0) output.note(backupWords.leftOut(left));
  output.note(backupWords.personal);
}

async function restore(
  dependencies: Dependencies,
  name: string,
  options: { dryRun?: true; force?: true },
): Promise<void> {
  const { config, clock, output, resolvePath } = dependencies;
  const backup = resolvePath(name);
  if (config.databaseUrl) throw new CommandError('failure', restoreWords.postgres);
  if (!(await stat(backup)).isFile()) throw new CommandError('failure', failures.noBackupFile(backup));
  const store = sqliteFile(config.dataDir);
  await using cleanUp = new AsyncDisposableStack();
  const folder = options.dryRun ? await temporaryFolder(cleanUp) : await prepareFolder(store);
  const staged = cleanUp.use(await stageRestore(backup, join(folder, basename(store))));
  const inspection = await requireGood(staged.path, name);
  announce(dependencies, name, inspection);
  if (options.dryRun) return;
  await output.confirm(restoreWords.confirm, options.force);
  const kept = await putInPlace(staged.path, store, clock.now());
  output.note(restoreWords.done);
  if (kept) output.note(restoreWords.kept(kept));
  output.note(restoreWords.elapsed);
}

/** Makes a folder that goes with the stack: a preview changes nothing where the store is, also while the site runs. */
async function temporaryFolder(cleanUp: AsyncDisposableStack): Promise<string> {
  return cleanUp.use(await mkdtempDisposable(join(tmpdir(), 'vitrine-restore-'))).path;
}

/** @throws StoreInUseError */
async function prepareFolder(store: string): Promise<string> {
  if (isInUse(store)) throw new StoreInUseError();
  await mkdir(dirname(store), { recursive: true, mode: 0o700 });
  return dirname(store);
}

/** @throws CommandError `failure` when the backup is not one, is damaged, or comes from a newer version */
async function requireGood(staged: string, name: string): Promise<SqliteInspection> {
  const inspection = inspectBackup(staged, name);
  if (inspection.migrations.length === 0) throw new CommandError('failure', restoreWords.notABackup(name));
  const known = Object.keys(await shippedMigrations('sqlite'));
  if (inspection.migrations.some((migration) => !known.includes(migration))) {
    throw new CommandError('failure', restoreWords.newer(name));
  }
  return inspection;
}

function inspectBackup(staged: string, name: string): SqliteInspection {
  try {
    return inspectSqlite(staged);
  } catch (error) {
    const isUnsound = error instanceof UnsoundStoreError;
    throw new CommandError(
      'failure',
      isUnsound ? restoreWords.unsound(name, error.detail) : restoreWords.notABackup(name),
    );
  }
}

function announce(
  { config, output }: Dependencies,
  name: string,
  { messages, latestMessageAt, pendingMails }: SqliteInspection,
): void {
  const latest = latestMessageAt === undefined ? restoreWords.noMessage : formatInstant(latestMessageAt);
  output.note(restoreWords.willReplace(name, messages, latest));
  output.note(describeCurrent(config));
  if (pendingMails > 0) output.note(restoreWords.pendingMails(pendingMails));
}

function describeCurrent({ dataDir }: Config): string {
  const store = sqliteFile(dataDir);
  if (!existsSync(store)) return restoreWords.noCurrent(dataDir);
  try {
    return restoreWords.current(inspectSqlite(store).messages);
  } catch {
    return restoreWords.currentUnreadable;
  }
}
