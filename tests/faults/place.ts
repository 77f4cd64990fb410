import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageLocation } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { createDatabase } from '../support/postgres.ts';

/** Where attacks take place, on a PostgreSQL that runs already. */
export type Place = ReturnType<typeof openPlace>;

export function openPlace(postgresUrl: string, { soakMinutes = 60 } = {}) {
  const folders: string[] = [];
  return {
    /** How long the soak lasts (R13). */
    soakMinutes,
    /** Makes a new empty store, gone with the place. */
    async location(engine: Storage['engine']): Promise<StorageLocation> {
      const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-fault-'));
      folders.push(dataDir);
      return engine === 'sqlite' ? { dataDir } : { dataDir, databaseUrl: await createDatabase(postgresUrl) };
    },
    async close() {
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
