import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../../src/storage/schema.ts';

/**
 * How SQLite runs what `work` asks of the store, a line for each query; one within another comes before it, too.
 * @param work is given `db`, which also notes each query
 */
export async function plansOf(
  db: Kysely<Database>,
  work: (recording: Kysely<Database>) => Promise<unknown>,
): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work(recording);
  const plans: string[] = [];
  for (const query of queries) {
    const explained = { ...query, sql: `explain query plan ${query.sql}` };
    const { rows } = await db.executeQuery<{ detail: string }>(explained);
    plans.push(rows.map(({ detail }) => detail).join('; '));
  }
  return plans;
}
