import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { AcceptedMessage } from '../../src/contact/store-message.server.ts';
import { saveProfile } from '../../src/profile/profile.server.ts';
import { firstProfile } from '../../src/site.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { aMessage, storeMessages } from '../support/contact.ts';
import { runHere } from './run-here.ts';

export type TestStore = Awaited<ReturnType<typeof createTestStore>>;

/** Makes a store with the example profile, as a first start of the site does. */
export async function createTestStore(databaseUrl?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
  const dataDir = join(folder, 'data');
  const location = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const open = async <T>(work: (storage: Storage) => Promise<T>) => {
    await using storage = await openStorage({ dataDir, databaseUrl });
    return await work(storage);
  };
  await open(async (storage) => {
    await migrate(storage);
    await saveProfile(storage.db, firstProfile, Date.now());
  });
  return {
    dataDir,
    open,
    /** Returns a path in the folder of the store, which is removed with it. */
    file: (name: string) => join(folder, name),
    run: (...words: string[]) => runHere(words, location),
    runWith: (env: Record<string, string>, ...words: string[]) => runHere(words, { ...location, ...env }),
    /** Keeps the store open during the work, as a running site does. */
    whileInUse: <T>(work: () => Promise<T>) =>
      open(async ({ db }) => {
        await db.selectFrom('message').select('id').execute();
        return work();
      }),
    /** Stores messages, each of its instant in milliseconds since 1970, and gives their identifiers. */
    add: (...messages: { at?: number; message?: Partial<AcceptedMessage> }[]) =>
      open(async (storage) => {
        const ids: string[] = [];
        for (const { at = Date.now(), message } of messages) {
          const [stored] = await storeMessages(storage, [aMessage(message)], at);
          if (stored?.id) ids.push(stored.id);
        }
        return ids;
      }),
    async texts() {
      const newestFirst = (storage: Storage) =>
        storage.reads.selectFrom('message').orderBy('received_at', 'desc');
      const rows = await open((storage) => newestFirst(storage).select('body').execute());
      return rows.map(({ body }) => body);
    },
    async lastRetention(ran_at: number) {
      await runHere(['advanced', 'retention'], location);
      await open(({ db }) => db.updateTable('task_run').set({ ran_at }).execute());
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns a store that is made before each test of this file, or once for all of them. */
export function testStore(lifetime: 'each' | 'all'): TestStore {
  const store = {} as TestStore;
  const [before, after] = lifetime === 'each' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => void Object.assign(store, await createTestStore()));
  after(() => store.remove());
  return store;
}
