import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandName } from '../command-name.server.ts';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { CommandError, type ExitCode, exitCodes } from '../failure.server.ts';
import { lastRetention } from '../retention/retention.server.ts';
import { type TrustedClock, trustedClock } from '../retention/trusted-clock.ts';
import { followLink, sqliteFile } from '../storage/files.server.ts';
import { migrationStatus, refuseNewerSchema } from '../storage/migrate.server.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { isInUse, isKeptName } from '../storage/restore.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { Output } from './output.server.ts';

export interface Dependencies {
  config: Config;
  clock: Clock;
  output: Output;
  editor: string | undefined;
  /** Makes a file name from the operator absolute. */
  resolvePath(file: string): string;
}

export interface StoreDependencies extends Dependencies {
  storage: Storage;
  clock: TrustedClock;
}

/** A command gets its arguments, then its options, and returns its exit code; no code means success. */
// biome-ignore lint/suspicious/noExplicitAny: commander gives the arguments and options that each command declared.
export type CommandFunction<D> = (given: D, ...parameters: any[]) => Promise<void> | Promise<ExitCode>;

export function onStore(command: CommandFunction<StoreDependencies>): CommandFunction<Dependencies> {
  return async (given, ...parameters) => {
    await using storage = await openExisting(given.config);
    await requireCurrent(storage);
    const clock = trustedClock(given.clock, await lastRetention(storage.reads));
    return (await command({ ...given, storage, clock }, ...parameters)) ?? exitCodes.ok;
  };
}

/**
 * Lists the stores that `restore` kept, and the SQLite store left by a move to PostgreSQL. No command erases messages in
 * them. A site that was not restarted may still use one (`inUse`) and store messages there. Links are followed.
 */
export async function keptStores({ dataDir, databaseUrl }: Config) {
  const store = sqliteFile(dataDir);
  const paths = new Set<string>();
  // A store that became a link has left older kept stores in the folder of the link.
  for (const folder of [dataDir, dirname(store)]) {
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names.filter(isKeptName)) paths.add(followLink(join(folder, name)));
  }
  const kept = [...paths].map((path) => ({ path, inUse: false }));
  return databaseUrl && existsSync(store) ? [...kept, { path: store, inUse: isInUse(store) }] : kept;
}

/** Returns the path of the SQLite file, which must exist. @throws CommandError `unavailable`, or the file system's error */
export function existingStore({ dataDir }: Config): string {
  const file = sqliteFile(dataDir);
  if (!statSync(file, { throwIfNoEntry: false }))
    throw new CommandError(
      'unavailable',
      `Il n’y a pas encore de base : ${file} n’existe pas. Vérifiez DATA_DIR, ou créez la base en lançant le site (npm start, ou son service).`,
    );
  return file;
}

/**
 * Opens the existing store. Unlike the server it creates none, because a mistyped DATA_DIR would give an empty one.
 * @throws CommandError or StorageUnavailableError `unavailable`
 */
export async function openExisting(config: Config): Promise<Storage> {
  if (!config.databaseUrl) existingStore(config);
  return openStorage(config);
}

/** Refuses a store whose schema is older or newer than this program's. @throws CommandError or StorageUnavailableError */
export async function requireCurrent({ engine, reads }: Storage): Promise<void> {
  const status = await migrationStatus({ engine, db: reads });
  refuseNewerSchema(status);
  if (status.pending.length > 0)
    throw new CommandError(
      'unavailable',
      `La base n’est pas à jour (${status.pending.join(', ')}). Lancez : ${commandName} advanced migrate`,
    );
}
