import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Notes in `task_run` what a task did; other processes that note the same task wait here until the transaction ends. */
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
