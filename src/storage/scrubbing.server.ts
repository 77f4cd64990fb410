import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';
import type { Storage } from './storage.ts';

const NAME = 'scrub';
const DONE = '';

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
 * Removes the traces of what was erased, also of what an earlier call could not: no room, a busy store, a process that ended.
 * What is erased meanwhile stays noted.
 */
export async function scrubErased(storage: Storage): Promise<void> {
  const query = storage.db.selectFrom('task_run').select('outcome').where('name', '=', NAME);
  const due = (await query.executeTakeFirst())?.outcome ?? DONE;
  if (due === DONE) return;
  await storage.scrub();
  await storage.db
    .updateTable('task_run')
    .set({ outcome: DONE })
    .where('name', '=', NAME)
    .where('outcome', '=', due)
    .execute();
}
