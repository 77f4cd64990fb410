import { DatabaseSync } from 'node:sqlite';

/**
 * Notes every query that goes through a store, so that its plan can be asked for afterwards.
 * @template {import('../../../src/storage/storage.ts').Storage} Storage
 * @param {Storage} storage
 */
export function recordQueries(storage) {
  /** @type {Map<string, readonly unknown[]>} */
  const queries = new Map();
  const recorder = {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = storage.db.getExecutor().compileQuery(node, queryId);
      queries.set(sql, parameters);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const recorded = {
    ...storage,
    db: storage.db.withPlugin(recorder),
    reads: storage.reads.withPlugin(recorder),
  };
  return { storage: recorded, queries };
}

/**
 * How SQLite runs each query.
 * @param {string} file @param {ReadonlyMap<string, readonly unknown[]>} queries
 * @returns {{ sql: string, plan: string[] }[]}
 */
export function plansOf(file, queries) {
  const db = new DatabaseSync(file, { readOnly: true });
  const plans = [...queries]
    .filter(([sql]) => /^\s*(select|delete|update|with)/i.test(sql))
    .map(([sql, parameters]) => {
      const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
      return { sql: sql.replace(/\s+/g, ' ').trim(), plan: rows.map(({ detail }) => detail) };
    });
  db.close();
  return plans;
}
