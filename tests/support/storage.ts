import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage, type StorageLocation } from '../../src/storage/open-storage.server.ts';
import { storedTables } from '../../src/storage/schema.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { createDatabase } from './postgres.ts';

export interface EngineUnderTest {
  engine: Storage['engine'];
  /** The store of this block, migrated unless asked otherwise; set once the tests run. */
  readonly storage: Storage;
  /** The place of the store, for other processes. */
  readonly location: StorageLocation;
  /** Empties every table of the site, for tests that count; the limiter's table has its own tests. */
  clear(): Promise<void>;
}

export async function newLocation(engine: Storage['engine']): Promise<StorageLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-storage-'));
  if (engine === 'sqlite') return { dataDir };
  const server = inject('postgresUrl');
  if (!server) throw new Error('no PostgreSQL: vitest.config.ts needs globalSetup tests/support/postgres.ts');
  return { dataDir, databaseUrl: await createDatabase(server) };
}

function underTest(engine: Storage['engine'], migrated: boolean): EngineUnderTest {
  const test = {
    engine,
    async clear() {
      for (const table of storedTables.toReversed()) await test.storage.db.deleteFrom(table).execute();
    },
  } as EngineUnderTest;
  beforeAll(async () => {
    const location = await newLocation(engine);
    Object.assign(test, { location, storage: await openStorage(location) });
    if (migrated) await migrate(test.storage);
  });
  afterAll(async () => {
    await test.storage?.close();
    await rm(test.location.dataDir, { recursive: true, force: true });
  });
  return test;
}

/** Runs the same tests on SQLite and on PostgreSQL, each with its own store. */
export function forEachEngine(
  title: string,
  tests: (engine: EngineUnderTest) => void,
  { migrated = true }: { migrated?: boolean } = {},
): void {
  describe.each(['sqlite', 'postgres'] as const)(`${title} (%s)`, (engine) => {
    tests(underTest(engine, migrated));
  });
}

/** Runs tests on SQLite only, if the engine makes no difference. */
export function onSqlite(title: string, tests: (engine: EngineUnderTest) => void): void {
  describe(title, () => tests(underTest('sqlite', true)));
}

/** Takes the lock of a SQLite file, as another process may, until the returned function is called. */
export function holdLock({ dataDir }: StorageLocation): () => void {
  const db = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 10_000 });
  db.exec('begin immediate');
  return () => db.close();
}
