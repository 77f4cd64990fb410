import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcceptedMessage } from '../../src/contact/store-message.server.ts';
import { exampleProfile } from '../../src/content/example-profile.ts';
import { ADMINISTRATOR_ID } from '../../src/profile/profile.ts';
import { seedProfile } from '../../src/profile/profiles.server.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { aMessage, storeMessages } from '../support/contact.ts';
import { type CommandResult, runCli } from '../support/site.ts';
import { runHere } from './run-here.ts';

/** A store and the commands that work on it. */
export interface TestStore {
  dataDir: string;
  /** A path in a folder that goes with the store. */
  file(name: string): string;
  /** Runs one command on it, in this process. */
  run(...words: string[]): Promise<CommandResult>;
  /** The same with variables set. */
  runWith(env: Record<string, string>, ...words: string[]): Promise<CommandResult>;
  /** The same as a process of its own, for a store that is in use here. */
  runApart(...words: string[]): Promise<CommandResult>;
  /** Works on the store in this process, then closes it again. */
  open<T>(work: (storage: Storage) => Promise<T>): Promise<T>;
  /** Uses the store as a running site does, while the work goes on. */
  whileInUse<T>(work: () => Promise<T>): Promise<T>;
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
  const runWith: TestStore['runWith'] = (env, ...words) => runHere(words, { ...location, ...env });
  return {
    dataDir,
    file: (name) => join(folder, name),
    run: (...words) => runWith({}, ...words),
    runWith,
    runApart: (...words) => runCli(words, location),
    open,
    whileInUse: (work) =>
      open(async ({ db }) => {
        await db.selectFrom('message').select('id').execute();
        return work();
      }),
    add: (...messages) =>
      open(async (storage) => {
        const ids: string[] = [];
        for (const { at = Date.now(), message } of messages) {
          const [stored] = await storeMessages(storage, [aMessage(message)], at);
          if (stored?.id) ids.push(stored.id);
        }
        return ids;
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
