import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../support/postgres.ts';
import type { Place } from './attack.ts';

/** A place on a PostgreSQL that runs already. */
export function openPlace(
  postgresUrl: string,
  { soakMinutes = 60 } = {},
): Place & { close(): Promise<void> } {
  const folders: string[] = [];
  return {
    soakMinutes,
    async location(engine) {
      const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-fault-'));
      folders.push(dataDir);
      return engine === 'sqlite' ? { dataDir } : { dataDir, databaseUrl: await createDatabase(postgresUrl) };
    },
    async close() {
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
