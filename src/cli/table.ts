import stringWidth from 'string-width';
import { oneLine } from './safe-text.ts';
import { cutToWidth, padToWidth } from './text-width.ts';

/** One column of a table in the terminal. */
export interface Column<Row> {
  title: string;
  /** May come from a visitor: it is made safe for the terminal here. */
  value(row: Row): string;
  align?: 'left' | 'right';
  /** Cells the column keeps when room is short; without it the column is never narrowed. */
  minWidth?: number;
  /** Whether the column may be left out when narrowing is not enough; the last one leaves first. */
  optional?: boolean;
}

const GAP = '  ';
/** Of a column of any width, the cells up to which it is filled: one long name must not widen every line. */
const MAX_FILLED = 40;

/**
 * Gives the lines of a table, its title line first, none longer than `width` cells (Infinity: nothing is cut).
 * Columns with a `minWidth` are narrowed, the widest first; then optional columns are left out.
 */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): string[] {
  const cells = rows.map((row) => columns.map((column) => oneLine(column.value(row))));
  const natural = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...cells.map((line) => stringWidth(line[index] ?? ''))),
  );
  const endless = width === Number.POSITIVE_INFINITY;
  const widths = endless
    ? natural.map((cellWidth) => Math.min(cellWidth, MAX_FILLED))
    : fittedWidths(columns, natural, width);
  const lineOf = (texts: readonly string[]) =>
    columns
      .flatMap(({ align }, index) => {
        const cellWidth = widths[index];
        if (!cellWidth) return [];
        const text = texts[index] ?? '';
        return [padToWidth(endless ? text : cutToWidth(text, cellWidth), cellWidth, align)];
      })
      .join(GAP)
      .trimEnd();
  return [columns.map(({ title }) => title), ...cells].map(lineOf).map((line) => cutToWidth(line, width));
}

/** Cells of each column, 0 when it is left out. */
function fittedWidths<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  width: number,
): number[] {
  const widths = [...natural];
  while (totalOf(widths) > width) {
    const narrowed = widestToNarrow(columns, widths);
    const left = narrowed ?? columns.findLastIndex(({ optional }, index) => optional && widths[index] !== 0);
    if (left < 0) break;
    widths[left] = narrowed === undefined ? 0 : (widths[left] ?? 0) - 1;
    if (narrowed === undefined) restore(widths, natural);
  }
  return widths;
}

/** A column has just been left out: the others begin again from what they need. */
function restore(widths: number[], natural: readonly number[]): void {
  for (const [index, cells] of natural.entries()) if (widths[index] !== 0) widths[index] = cells;
}

function totalOf(widths: readonly number[]): number {
  const shown = widths.filter((cells) => cells > 0);
  return shown.reduce((total, cells) => total + cells, 0) + GAP.length * (shown.length - 1);
}

function widestToNarrow<Row>(columns: readonly Column<Row>[], widths: readonly number[]): number | undefined {
  let widest: number | undefined;
  for (const [index, { minWidth }] of columns.entries()) {
    const cells = widths[index] ?? 0;
    if (minWidth === undefined || cells <= minWidth) continue;
    if (widest === undefined || cells > (widths[widest] ?? 0)) widest = index;
  }
  return widest;
}
