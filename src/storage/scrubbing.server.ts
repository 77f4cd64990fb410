import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { Storage } from './storage.ts';

const NAME = 'scrub';
const DONE = '';

/** Notes, in the transaction that erases, that traces of the erased rows are still in the store's files. */
export async function noteErased(trx: Kysely<Database>): Promise<void> {
  // A unique value: rows that are erased during the rewriting stay noted.
  const due = { outcome: randomUUID() };
  await trx
    .insertInto('task_run')
    .values({ name: NAME, ran_at: 0, ...due })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(due))
    .execute();
}

/** Tells what is left of erased rows in the store's files. */
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
    const query = db.selectFrom('task_run').select('outcome').where('name', '=', NAME);
    const note = await query.executeTakeFirst();
    if (note && note.outcome !== DONE) {
      await storage.scrub();
      const unchanged = db.updateTable('task_run').set({ outcome: DONE }).where('name', '=', NAME);
      await unchanged.where('outcome', '=', note.outcome).execute();
    }
    return { left: !(await storage.cutLog()) };
  } catch (failure) {
    return { left: true, failure };
  }
}
