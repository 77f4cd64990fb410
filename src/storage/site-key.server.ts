import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { Storage } from './storage.ts';
import { lastRun } from './task-runs.server.ts';

/** Name of the row in `task_run` that holds the key. */
export const SITE_KEY = 'site-key';

/** Returns a random key, the same for every process on this store. */
export type SiteKey = () => Promise<string>;

/** Creates a function that reads the key when first called; the very first call makes the key. */
export function createSiteKey(storage: Pick<Storage, 'db'>): SiteKey {
  let key: Promise<string> | undefined;
  return () => {
    key ??= readOrMake(storage.db).catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}

async function readOrMake(db: Kysely<Database>): Promise<string> {
  const known = await lastRun(db, SITE_KEY);
  if (known) return known.outcome;
  const outcome = randomBytes(32).toString('base64url');
  await db
    .insertInto('task_run')
    .values({ name: SITE_KEY, ran_at: 0, outcome })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The key is read again, because another process may have stored its own first.
  return readOrMake(db);
}
