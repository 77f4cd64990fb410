import type { Batch } from '../storage.ts';

interface InsertBatchOptions<Row> {
  /** What must hold for a row to be stored. */
  condition: string;
  /** Those of the condition. */
  parameters(row: Row): readonly unknown[];
}

/**
 * A batch that stores each row, with all that is in it, under a condition. All rows have the columns of the first, in
 * its order.
 * @param table written by us, as the columns are: never a word from outside
 */
export function insertBatch<Row extends object>(
  table: string,
  rows: readonly Row[],
  { condition, parameters }: InsertBatchOptions<Row>,
): Batch {
  const columns = Object.keys(rows[0] ?? {});
  const places = columns.map(() => '?').join(', ');
  return {
    sql: `insert into ${table} (${columns.join(', ')}) select ${places} where ${condition}`,
    runs: rows.map((row) => [...Object.values(row), ...parameters(row)]),
  };
}
