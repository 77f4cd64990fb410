import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { backupWords, storeHelp } from '../content/cli-store.ts';
import { isInDoubt, lastRetentionIn } from '../retention/retention.server.ts';
import { copyLimits } from '../retention/rules.ts';
import { backupSqlite } from '../storage/backup.server.ts';
import { resultCodeOf, resultCodes } from '../storage/errors.server.ts';
import { UnsoundStoreError } from '../storage/sqlite/inspect.server.ts';
import { addCommand, type Dependencies, type Runner } from './command.server.ts';
import { CommandError, explainFailure } from './failure.server.ts';
import { formatSize } from './format.ts';
import { existingStore } from './store-access.server.ts';
import { checkTarget } from './written-file.server.ts';

/** Adds `backup`. */
export function addBackup(program: Command, run: Runner): void {
  addCommand(program, 'backup', storeHelp.backup)
    .argument('<fichier>', storeHelp.backup.file)
    .option('--force', storeHelp.backup.force)
    .action(run.plain(backup));
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
