import stringWidth from 'string-width';
import type { Output } from './output.server.ts';
import { cutToWidth, oneLine, padToWidth, wrapToWidth } from './text.ts';

/** One column of a table in the terminal. */
export interface Column<Row> {
  title: string;
  /** May come from a visitor: it is made safe for the terminal here. */
  value(row: Row): string;
  align?: 'left' | 'right';
  /** Cells the column keeps when room is short; without it the column is never narrowed. */
  minWidth?: number;
  /** Whether the column may be left out, when it is empty, or when narrowing is not enough: the last one leaves first. */
  optional?: boolean;
}

const GAP = '  ';
/** Of a column of any width, the cells up to which it is filled: one long name must not widen every line. */
const MAX_FILLED = 40;

/** Writes a table, its title line in bold, no line longer than the terminal. */
export async function writeTable<Row>(
  output: Output,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const [title = '', ...lines] = formatTable(columns, rows, output.width);
  await output.result(output.paint('bold', title), ...lines);
}

/**
 * Gives the lines of a table, its title line first, none longer than `width` cells (Infinity: nothing is cut).
 * The first columns get their room first when it is short.
 */
export function formatTable<Row>(all: readonly Column<Row>[], rows: readonly Row[], width: number): string[] {
  const columns = all.filter(({ optional, value }) => !optional || rows.some((row) => value(row) !== ''));
  const titles = columns.map(({ title }) => title);
  const lines = [titles, ...rows.map((row) => columns.map(({ value }) => oneLine(value(row))))];
  const natural = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index] ?? ''))));
  const endless = width === Number.POSITIVE_INFINITY;
  const widths = endless
    ? natural.map((cells) => Math.min(cells, MAX_FILLED))
    : fittedWidths(columns, natural, width);
  return lines.map((texts) => {
    const cells = texts.flatMap((text, index) => {
      const cellWidth = widths[index] ?? 0;
      if (cellWidth === 0) return [];
      return [padToWidth(endless ? text : cutToWidth(text, cellWidth), cellWidth, columns[index]?.align)];
    });
    return cutToWidth(cells.join(GAP).trimEnd(), width);
  });
}

/** Gives the cells of each column, 0 when it is left out. */
function fittedWidths<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  width: number,
): number[] {
  const widths = natural.map((cells, index) => Math.min(cells, columns[index]?.minWidth ?? cells));
  const room = () => {
    const shown = widths.filter((cells) => cells > 0);
    return width - shown.reduce((total, cells) => total + cells + GAP.length, -GAP.length);
  };
  while (room() < 0) {
    const last = columns.findLastIndex(({ optional }, index) => optional && widths[index] !== 0);
    if (last < 0) break;
    widths[last] = 0;
  }
  for (const [index, cells] of widths.entries())
    if (cells > 0) widths[index] = Math.min(natural[index] ?? 0, cells + Math.max(0, room()));
  return widths;
}

/** Writes labels and values, one under the other, values aligned and wrapped beside their label. */
export async function writeFields(
  output: Output,
  fields: readonly (readonly [label: string, value: string])[],
): Promise<void> {
  const labelWidth = Math.max(...fields.map(([label]) => stringWidth(label)));
  const room = Math.max(20, output.width - labelWidth - GAP.length);
  const lines = fields.flatMap(([label, value]) =>
    wrapToWidth(oneLine(value), room).map(
      (line, index) => output.paint('dim', padToWidth(index === 0 ? label : '', labelWidth)) + GAP + line,
    ),
  );
  await output.result(...lines);
}
