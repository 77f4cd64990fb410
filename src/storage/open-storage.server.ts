import { migrationStatus, refuseNewerSchema } from './migrate.server.ts';
import { openSqlite } from './sqlite/open-sqlite.server.ts';
import type { Storage } from './storage.ts';

/** The place of the store. */
export interface StorageLocation {
  /** `postgres://…`; without it the store is a SQLite file. */
  databaseUrl?: string | undefined;
  /** Directory of the SQLite file, created when absent. */
  dataDir: string;
}

/**
 * Opens the store, without changing its schema: see `migrate`.
 * @throws StorageUnavailableError when it cannot be used, or was written by a newer version of this program
 */
export async function openStorage(location: StorageLocation): Promise<Storage> {
  const storage = await openAnyVersion(location);
  try {
    refuseNewerSchema(await migrationStatus(storage));
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Opens a store of any version. @throws StorageUnavailableError when it cannot be used */
export async function openAnyVersion({ databaseUrl, dataDir }: StorageLocation): Promise<Storage> {
  if (!databaseUrl) return openSqlite(dataDir);
  // Loaded only if needed: most sites have a file.
  const { openPostgres } = await import('./postgres/open-postgres.server.ts');
  return openPostgres(databaseUrl);
}
