import type { Command } from 'commander';
import { isWellEncoded } from '../config/config.server.ts';
import { help } from '../content/cli.ts';
import { copyWords, migrateWords, storeHelp } from '../content/cli-store.ts';
import { storeUnavailable } from '../content/operator.ts';
import { CopyRefusedError, copyToPostgres } from '../storage/copy.server.ts';
import { StorageUnavailableError } from '../storage/errors.ts';
import { migrate, migrationStatus } from '../storage/migrate.server.ts';
import { openAnyVersion, openStorage } from '../storage/open-storage.server.ts';
import { isInUse } from '../storage/restore.server.ts';
import { sqliteFile } from '../storage/sqlite/open-sqlite.server.ts';
import type { Storage } from '../storage/storage.ts';
import { CommandError } from './command-error.ts';
import { addCommand, addGroup } from './command-tree.server.ts';
import type { Dependencies, Runner } from './dependencies.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { openExisting, withReadyStorage } from './store-access.server.ts';

/** `store …` and `migrate …` */
export function addStore(program: Command, run: Runner): void {
  const group = addGroup(program, 'store', storeHelp.store);
  addCommand(group, 'copy-to-postgres', storeHelp.copy)
    .argument('<url>', storeHelp.copy.url)
    .option('--force', storeHelp.copy.force)
    .action(run.plain(copy));
  const migrateGroup = addCommand(program, 'migrate', storeHelp.migrate)
    .helpCommand(false)
    .action(run.plain(migrateStore));
  addCommand(migrateGroup, 'status', { summary: storeHelp.migrate.status, examples: ['migrate status'] })
    .option('--json', help.json)
    .action(run.plain(status));
}

async function copy(
  { config, output }: Dependencies,
  { force }: { force?: true },
  address: string,
): Promise<ExitCode> {
  if (config.databaseUrl) throw new CommandError('usage', copyWords.alreadyPostgres);
  // Every account of the machine can read a command line.
  const url = address === '-' ? (await output.askSecret(copyWords.askUrl)).trim() : address;
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol) || !isWellEncoded(url)) {
    throw new CommandError('usage', copyWords.notAnUrl);
  }
  const file = sqliteFile(config.dataDir);
  // Opened and closed first: the store has to be up to date, and this process must not count as one of its users.
  await withReadyStorage(config, async () => {});
  if (!force && isInUse(file)) throw new CommandError('refused', copyWords.inUse);
  const target = await connect(url);
  try {
    const rows = await copyToPostgres(file, target, (table, count) =>
      output.note(copyWords.table(table, count)),
    );
    output.note(copyWords.done(rows));
    output.note(copyWords.next);
    return exitCodes.ok;
  } catch (error) {
    throw explainCopy(error);
  } finally {
    await target.close();
  }
}

async function connect(url: string): Promise<Storage> {
  try {
    // As the storage does: every other command would load the driver for nothing.
    const { openPostgres } = await import('../storage/postgres/open-postgres.server.ts');
    return await openPostgres(url);
  } catch (error) {
    if (error instanceof StorageUnavailableError)
      throw new CommandError('unavailable', storeUnavailable[error.reason]('', error.causeCode));
    throw error;
  }
}

function explainCopy(error: unknown): unknown {
  if (!(error instanceof CopyRefusedError)) return error;
  const { table, found } = error;
  return found === undefined
    ? new CommandError('failure', copyWords.differs(table))
    : new CommandError('refused', copyWords.notEmpty(table, found));
}

/** Creates the store when there is none, as the server does at its start. */
async function migrateStore({ config, output }: Dependencies): Promise<ExitCode> {
  const storage = await openStorage(config);
  try {
    const names = await migrate(storage);
    output.note(names.length > 0 ? migrateWords.done(names) : migrateWords.upToDate);
    return exitCodes.ok;
  } finally {
    await storage.close();
  }
}

async function status({ config, output }: Dependencies, { json }: { json?: true }): Promise<ExitCode> {
  const storage = await openExisting(config, openAnyVersion);
  try {
    const { applied, pending, unknown } = await migrationStatus(storage);
    if (json) await output.json({ applied, pending, unknown });
    else {
      await output.result(
        ...applied
          .filter((name) => !unknown.includes(name))
          .map((name) => `✓ ${name}  ${migrateWords.applied}`),
        ...pending.map((name) => `! ${name}  ${migrateWords.pending}`),
        ...unknown.map((name) => `✗ ${name}  ${migrateWords.unknown}`),
      );
    }
    return exitCodes.ok;
  } finally {
    await storage.close();
  }
}
