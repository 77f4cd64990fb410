import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.server.ts';
import { failures } from '../content/cli.ts';
import { migrationStatus, refuseNewerSchema } from '../storage/migrate.server.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { isInUse, isKeptName } from '../storage/restore.server.ts';
import { followLink, sqliteFile } from '../storage/sqlite/open-sqlite.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { CommandFunction, Dependencies, StoreDependencies } from './command.server.ts';
import { CommandError, exitCodes } from './failure.server.ts';

/** A store that was left behind. */
export interface KeptStore {
  path: string;
  /** Whether a site that was not restarted still stores messages there. */
  inUse: boolean;
}

/**
 * Lists the stores that `restore` and `advanced copy-to-postgres` leave behind: neither retention nor erasure reaches them
 * (DATA-1). A symbolic link is followed.
 */
export async function keptStores({ dataDir, databaseUrl }: Config): Promise<KeptStore[]> {
  const store = sqliteFile(dataDir);
  const kept: KeptStore[] = [];
  for (const folder of new Set([dataDir, dirname(store)])) {
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names.filter(isKeptName))
      kept.push({ path: followLink(join(folder, name)), inUse: false });
  }
  if (databaseUrl && existsSync(store)) kept.push({ path: store, inUse: isInUse(store) });
  return kept;
}

/** Gives the path of the existing SQLite file. @throws CommandError `unavailable`, or the file system's error */
export function existingStore({ dataDir }: Config): string {
  const file = sqliteFile(dataDir);
  if (!statSync(file, { throwIfNoEntry: false }))
    throw new CommandError('unavailable', failures.noStore(file));
  return file;
}

/**
 * Opens the existing store. Unlike the server it never creates one: a mistyped DATA_DIR would give an empty store.
 * @throws CommandError or StorageUnavailableError `unavailable`
 */
export async function openExisting(config: Config): Promise<Storage> {
  if (!config.databaseUrl) existingStore(config);
  return openStorage(config);
}

/** Runs work on a store and closes the store in any case. */
export async function withStorage<T>(
  opening: Promise<Storage>,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await opening;
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Refuses a store whose schema is older or newer. @throws CommandError or StorageUnavailableError */
export async function requireCurrent(storage: Storage): Promise<void> {
  const status = await migrationStatus(storage);
  refuseNewerSchema(status);
  if (status.pending.length > 0) throw new CommandError('unavailable', failures.notMigrated(status.pending));
}

/** Runs work on the existing store. @throws CommandError or StorageUnavailableError if its schema is older or newer */
export function withReadyStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  return withStorage(openExisting(config), async (storage) => {
    await requireCurrent(storage);
    return work(storage);
  });
}

/** Makes a command out of one that works on the existing store. */
export function onStore(command: CommandFunction<StoreDependencies>): CommandFunction<Dependencies> {
  return (given, ...parameters) =>
    withReadyStorage(
      given.config,
      async (storage) => (await command({ ...given, storage }, ...parameters)) ?? exitCodes.ok,
    );
}
