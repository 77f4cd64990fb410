import type { SelectQueryBuilder } from 'kysely';
import type { Storage } from './storage.ts';

/**
 * Keeps the rows read from changing until the transaction ends, for transactions that read and then write.
 * On SQLite the transaction already holds the only write lock, and the language has no such clause.
 */
export function lockRows<DB, TB extends keyof DB, O>(
  { engine }: Pick<Storage, 'engine'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate() : query;
}
