import { openSqlite } from './sqlite/open-sqlite.server.ts';
import type { Storage } from './storage.ts';

/** The place of the store. */
export interface StorageLocation {
  /** `postgres://…`; without it the store is a SQLite file. */
  databaseUrl?: string | undefined;
  /** Directory of the SQLite file, created when absent. */
  dataDir: string;
}

/** @throws the engine's error if the store cannot be read */
export async function checkStorage({ reads }: Storage): Promise<void> {
  await reads.selectFrom('task_run').select('name').limit(1).execute();
}

/** Opens the store, whatever version wrote it: see `migrate`. @throws StorageUnavailableError when it cannot be used */
export async function openStorage({ databaseUrl, dataDir }: StorageLocation): Promise<Storage> {
  if (!databaseUrl) return openSqlite(dataDir);
  // Loaded only if needed: most sites have a file.
  const { openPostgres } = await import('./postgres/open-postgres.server.ts');
  return openPostgres(databaseUrl);
}
