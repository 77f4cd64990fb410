import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';
import type { Storage } from './storage.ts';

const NAME = 'scrub';
const DONE = '';
/** Begins a note whose store is rewritten already: only its log is still to be cut. */
const CUT_ONLY = 'cut ';

/** Notes, in the transaction that erases, that traces of what it erased are still in the store's files. */
export async function noteErased(trx: Transaction<Database>): Promise<void> {
  const due = { outcome: randomUUID() };
  await trx
    .insertInto('task_run')
    .values({ name: NAME, ran_at: 0, ...due })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(due))
    .execute();
}

/**
 * Removes the traces of what was erased, also of what an earlier call could not: no room, a busy store, someone reading, a
 * process that ended. What is erased meanwhile stays noted.
 * @returns whether traces are left in the store's files, for a later call: someone reads an older state
 */
export async function scrubErased(storage: Storage): Promise<boolean> {
  const query = storage.db.selectFrom('task_run').select('outcome').where('name', '=', NAME);
  const due = (await query.executeTakeFirst())?.outcome ?? DONE;
  if (due === DONE) return false;
  const toCut = due.startsWith(CUT_ONLY) ? due : CUT_ONLY + due;
  if (toCut !== due) {
    await storage.scrub();
    await renote(storage, due, toCut);
  }
  if (!(await storage.cutLog())) return true;
  await renote(storage, toCut, DONE);
  return false;
}

/** What is left of erased rows in the store's files. */
export interface Traces {
  left: boolean;
  /** What the store threw; undefined when someone reads an older state. */
  failure?: unknown;
}

/** Does as {@link scrubErased}, and tells of a failure instead of throwing it: what was erased before it is erased. */
export async function removeTraces(storage: Storage): Promise<Traces> {
  try {
    return { left: await scrubErased(storage) };
  } catch (failure) {
    return { left: true, failure };
  }
}

async function renote({ db }: Storage, from: string, to: string): Promise<void> {
  await db
    .updateTable('task_run')
    .set({ outcome: to })
    .where('name', '=', NAME)
    .where('outcome', '=', from)
    .execute();
}
