import { readConfig } from '../config/config.server.ts';
import { copyWords } from '../content/cli-store.ts';
import { CopyRefusedError, copyToPostgres as copyRows } from '../storage/copy.server.ts';
import { openAnyVersion } from '../storage/open-storage.server.ts';
import { isInUse } from '../storage/restore.server.ts';
import { sqliteFile } from '../storage/sqlite/open-sqlite.server.ts';
import type { Dependencies } from './command.server.ts';
import { CommandError } from './failure.server.ts';
import { withReadyStorage, withStorage } from './store-access.server.ts';

/**
 * Copies the SQLite store into an empty PostgreSQL database.
 * @param address `-`: read from standard input, for every account of the machine can read a command line
 * @throws CommandError
 */
export async function copyToPostgres({ config, output }: Dependencies, address: string): Promise<void> {
  if (config.databaseUrl) throw new CommandError('usage', copyWords.alreadyPostgres);
  const databaseUrl = requireUrl(address === '-' ? String(await output.input()).trim() : address);
  const file = sqliteFile(config.dataDir);
  // Opened and closed first: the store has to be up to date, and this process must not count as one of its users.
  await withReadyStorage(config, async () => {});
  if (isInUse(file)) throw new CommandError('refused', copyWords.inUse);
  await withStorage(openAnyVersion({ ...config, databaseUrl }), async (target) => {
    try {
      const rows = await copyRows(file, target, (table, count) => output.note(copyWords.table(table, count)));
      output.note(copyWords.done(rows));
      output.note(copyWords.next);
    } catch (error) {
      if (!(error instanceof CopyRefusedError)) throw error;
      const { table, found } = error;
      throw found === undefined
        ? new CommandError('failure', copyWords.differs(table))
        : new CommandError('refused', copyWords.notEmpty(table, found));
    }
  });
}

/** Reads an address by the rules of DATABASE_URL. */
function requireUrl(DATABASE_URL: string): string {
  let databaseUrl: string | undefined;
  try {
    databaseUrl = readConfig({ DATABASE_URL }).databaseUrl;
  } catch {}
  if (databaseUrl === undefined) throw new CommandError('usage', copyWords.notAnUrl);
  return databaseUrl;
}
