import { isWellEncoded } from '../config/config.server.ts';
import { copyWords } from '../content/cli-store.ts';
import { storeUnavailable } from '../content/operator.ts';
import { CopyRefusedError, copyToPostgres as copyRows } from '../storage/copy.server.ts';
import { StorageUnavailableError } from '../storage/errors.server.ts';
import { isInUse } from '../storage/restore.server.ts';
import { sqliteFile } from '../storage/sqlite/open-sqlite.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { Dependencies } from './command.server.ts';
import { CommandError } from './command-error.ts';
import { withReadyStorage } from './store-access.server.ts';

/**
 * Copies the SQLite store into an empty PostgreSQL database.
 * @param address `-`: read from standard input
 * @throws CommandError
 */
export async function copyToPostgres({ config, output }: Dependencies, address: string): Promise<void> {
  if (config.databaseUrl) throw new CommandError('usage', copyWords.alreadyPostgres);
  // Every account of the machine can read a command line.
  const url = address === '-' ? (await output.input()).toString().trim() : address;
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol) || !isWellEncoded(url)) {
    throw new CommandError('usage', copyWords.notAnUrl);
  }
  const file = sqliteFile(config.dataDir);
  // Opened and closed first: the store has to be up to date, and this process must not count as one of its users.
  await withReadyStorage(config, async () => {});
  if (isInUse(file)) throw new CommandError('refused', copyWords.inUse);
  const target = await connect(url);
  try {
    const rows = await copyRows(file, target, (table, count) => output.note(copyWords.table(table, count)));
    output.note(copyWords.done(rows));
    output.note(copyWords.next);
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
