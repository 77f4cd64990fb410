import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { Storage } from './storage.ts';
import { lastRun, noteRun } from './task-runs.server.ts';

/** Name of the row that `task_run` has while the store's files hold traces of erased rows. */
const NAME = 'scrub';

/** Notes, in the transaction that erases, that a rewrite of the store is due. */
export function noteErased(trx: Kysely<Database>): Promise<void> {
  // A unique value: the note of rows that are erased during a rewrite stays.
  return noteRun(trx, NAME, { outcome: randomUUID() });
}

export interface Traces {
  left: boolean;
  /** The store's error; undefined if someone reads an older state. */
  failure?: unknown;
}

/**
 * Removes the traces of erased rows: rewrites the store if that is due, and empties its log. A call that fails (no room, a busy
 * store, a process that ended) leaves the note for the next one. It does not throw: the rows themselves are erased.
 */
export async function removeTraces(storage: Storage): Promise<Traces> {
  const { db } = storage;
  try {
    const note = await lastRun(db, NAME);
    if (note) {
      await storage.scrub();
      await db.deleteFrom('task_run').where('outcome', '=', note.outcome).execute();
    }
    return { left: !(await storage.cutLog()) };
  } catch (failure) {
    return { left: true, failure };
  }
}
