import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { AcceptedMessage } from '../../src/contact/store-group.server.ts';
import { storeGroup } from '../../src/contact/store-group.server.ts';
import { seedProfile as exampleProfile } from '../../src/content/profile.ts';
import { ADMINISTRATOR_ID } from '../../src/profile/profile.ts';
import { seedProfile } from '../../src/profile/profiles.server.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { aMessage } from '../support/contact.ts';
import { type CommandResult, runCli } from '../support/site.ts';

// Each command is a process, and a test runs several.
vi.setConfig({ testTimeout: 60_000 });

/** A store for commands that run as processes of their own. */
export interface TestStore {
  dataDir: string;
  /** A path in a folder that goes with the store. */
  file(name: string): string;
  /** Runs one command on it. */
  run(...words: string[]): Promise<CommandResult>;
  /** The same with variables set. */
  runWith(env: Record<string, string>, ...words: string[]): Promise<CommandResult>;
  /** Works on the store in this process, then closes it again. */
  open<T>(work: (storage: Storage) => Promise<T>): Promise<T>;
  /** Stores messages, each as of so many milliseconds since 1970, and gives their identifiers. */
  add(...messages: { at?: number; message?: Partial<AcceptedMessage> }[]): Promise<string[]>;
  remove(): Promise<void>;
}

/** Makes a store with the example profile, as a first start of the site does. */
export async function createTestStore(databaseUrl?: string): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
  const dataDir = join(folder, 'data');
  const location: Record<string, string> = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const open: TestStore['open'] = async (work) => {
    const storage = await openStorage({ dataDir, databaseUrl });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  };
  await open(async (storage) => {
    await migrate(storage);
    await seedProfile(storage.db, ADMINISTRATOR_ID, exampleProfile, Date.now());
  });
  const runWith: TestStore['runWith'] = (env, ...words) => runCli(words, { ...location, ...env });
  return {
    dataDir,
    file: (name) => join(folder, name),
    run: (...words) => runWith({}, ...words),
    runWith,
    open,
    add: (...messages) =>
      open(async (storage) => {
        const ids: string[] = [];
        for (const { at = Date.now(), message } of messages) {
          const [stored] = await storeGroup(storage, [aMessage(message)], at);
          if (stored?.id) ids.push(stored.id);
        }
        return ids;
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
