import { existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Config } from '../config/config.server.ts';
import { failures } from '../content/cli.ts';
import { retentionWords } from '../content/cli-person.ts';
import { backupWords, storeHelp } from '../content/cli-store.ts';
import { isInDoubt } from '../retention/doubt.ts';
import { type CopyLimit, copyLimits } from '../retention/rules.ts';
import { lastRetentionIn } from '../retention/run-record.server.ts';
import { type Backup, type BackupOptions, backupSqlite } from '../storage/backup.server.ts';
import { UnsoundStoreError } from '../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../storage/sqlite/open-sqlite.server.ts';
import { CommandError } from './command-error.ts';
import { addCommand } from './command-tree.ts';
import type { Dependencies, Runner } from './dependencies.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { formatSize } from './format.ts';
import { postgresCommand } from './postgres-command.ts';
import { checkTarget } from './written-file.server.ts';

/** `backup` */
export function addBackup(program: Command, run: Runner): void {
  addCommand(program, 'backup', storeHelp.backup)
    .argument('<fichier>', storeHelp.backup.file)
    .option('--force', storeHelp.backup.force)
    .action(run.plain(backup));
}

async function backup(
  { config, clock, output, resolvePath }: Dependencies,
  { force }: { force?: true },
  name: string,
): Promise<ExitCode> {
  const target = resolvePath(name);
  if (config.databaseUrl) {
    throw new CommandError(
      'failure',
      backupWords.postgres(postgresCommand('pg_dump', config.databaseUrl, target)),
    );
  }
  const store = requireStore(config);
  await refuseStoreItself(store, target);
  await checkTarget(target, force);
  output.note(backupWords.working);
  // What only seems too old stays in the copy: the store itself erases it little by little then.
  const inDoubt = isInDoubt(lastRetentionIn(store), clock.now());
  const limits = inDoubt ? [] : copyLimits(clock.now());
  const { counts, leftOut } = await copyChecked(store, target, {
    limits,
    onVerify: () => output.note(backupWords.verifying),
  });
  const { size } = await stat(target);
  output.note(backupWords.done(target, formatSize(size), counts.message ?? 0));
  const left = describeLeftOut(limits, leftOut);
  if (left.length > 0) output.note(backupWords.leftOut(left));
  output.note(backupWords.personal);
  if (inDoubt) throw new CommandError('refused', backupWords.inDoubt);
  return exitCodes.ok;
}

function requireStore(config: Config): string {
  const file = sqliteFile(config.dataDir);
  if (!existsSync(file)) throw new CommandError('unavailable', failures.noStore(file));
  return file;
}

/** Refuses another name of the store's own file: the copy would overwrite the store. */
async function refuseStoreItself(store: string, target: string): Promise<void> {
  if (existsSync(target) && (await realpath(target)) === (await realpath(store))) {
    throw new CommandError('refused', backupWords.sameFile);
  }
}

async function copyChecked(store: string, target: string, options: BackupOptions): Promise<Backup> {
  try {
    return await backupSqlite(store, target, options);
  } catch (error) {
    if (error instanceof UnsoundStoreError)
      throw new CommandError('failure', backupWords.unsound(error.detail));
    throw error;
  }
}

function describeLeftOut(limits: readonly CopyLimit[], leftOut: Backup['leftOut']): string[] {
  return limits.flatMap(({ table, months }) => {
    const count = leftOut[table] ?? 0;
    return count === 0 ? [] : backupWords.tooOld(retentionWords.names[table] ?? table, months, count);
  });
}
