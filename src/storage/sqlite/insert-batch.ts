import type { Batch } from '../storage.ts';

interface Condition<Row> {
  /** What must hold for a row to be stored. */
  condition: string;
  /** Those of the condition. */
  parameters(row: Row): readonly unknown[];
}

/**
 * A batch that stores each row, with all that is in it, where a condition is given under that. All rows have the columns of the
 * first, in its order.
 * @param table written by us, as the columns are: never a word from outside
 */
export function insertBatch<Row extends object>(
  table: string,
  rows: readonly Row[],
  only?: Condition<Row>,
): Batch {
  const columns = Object.keys(rows[0] ?? {});
  const places = columns.map(() => '?').join(', ');
  const values = only ? `select ${places} where ${only.condition}` : `values (${places})`;
  return {
    sql: `insert into ${table} (${columns.join(', ')}) ${values}`,
    runs: rows.map((row) => [...Object.values(row), ...(only?.parameters(row) ?? [])]),
  };
}
