import type { Batch } from '../storage.ts';

/**
 * A batch that stores each row, with all that is in it. All rows have the columns of the first, in its order.
 * @param table written by us, as the columns are: never a word from outside
 * @param ifChanged see `Batch`
 */
export function insertBatch<Row extends object>(
  table: string,
  rows: readonly Row[],
  ifChanged: number,
): Batch {
  const columns = Object.keys(rows[0] ?? {});
  const places = columns.map(() => '?').join(', ');
  return {
    sql: `insert into ${table} (${columns.join(', ')}) values (${places})`,
    runs: rows.map((row) => Object.values(row)),
    ifChanged,
  };
}
