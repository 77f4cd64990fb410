import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';
import type { Storage } from './storage.ts';

/** Makes transactions about the same task run one after another. */
export function lockTask(trx: Transaction<Database>, name: string): Promise<void> {
  // Writing the row of the task makes the engine lock it until the transaction ends.
  return noteRun(trx, name);
}

/** Notes in `task_run` what a task did. */
export async function noteRun(
  db: Kysely<Database>,
  name: string,
  changes: { ran_at?: number; outcome?: string } = {},
): Promise<void> {
  await db
    .insertInto('task_run')
    .values({ ran_at: 0, outcome: '', ...changes, name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...changes, name }))
    .execute();
}

export function lastRun(db: Kysely<Database>, name: string) {
  return db.selectFrom('task_run').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Row in `task_run` that exists while the store's files may hold traces of erased rows. */
const SCRUB = 'scrub';

/** Notes, in the transaction that erases rows, that the store has to be rewritten. */
export function noteErased(trx: Kysely<Database>): Promise<void> {
  // The value is unique, so that a note made during a rewrite stays for the next one.
  return noteRun(trx, SCRUB, { outcome: randomUUID() });
}

export type Traces = Awaited<ReturnType<typeof removeTraces>>;

/**
 * Removes traces of erased rows: rewrites the store if that is due, and empties its log. A failed call (no room, a busy store, a
 * killed process) leaves the note for the next one. It does not throw, because the rows themselves are erased.
 * @returns `failure`, the store's error; without one, traces are left because someone reads an older state
 */
export async function removeTraces(storage: Storage): Promise<{ left: boolean; failure?: unknown }> {
  const { db } = storage;
  try {
    const note = await lastRun(db, SCRUB);
    if (note) {
      await storage.scrub();
      // The name is compared too, because the note of an earlier version has no unique value.
      const same = db.deleteFrom('task_run').where('outcome', '=', note.outcome);
      await same.where('name', '=', SCRUB).execute();
    }
    return { left: !(await storage.cutLog()) };
  } catch (failure) {
    return { left: true, failure };
  }
}
