import stringWidth from 'string-width';
import type { Output } from './output.server.ts';
import { cutToWidth, oneLine, padToWidth } from './text.ts';

const GAP = '  ';
/** Least width of a narrowed column, in cells: that of a date with its time. */
const LEAST_CELLS = 16;

/**
 * Writes a table with a bold header. Empty columns are left out, numbers aligned to the right. A narrow terminal loses the last
 * columns and narrows the widest; a pipe gets everything.
 * @param rows texts by column; visitors' texts are made safe for the terminal here
 */
export function writeTable(
  output: Output,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const [title = '', ...lines] = formatTable(titles, rows, output.width);
  output.result(output.paint('bold', title), ...lines);
}

/** Gives the lines of a table, header first, none longer than `width` cells (Infinity: nothing is cut). */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const columns = titles
    .map((title, index) => [title, ...rows.map((row) => oneLine(row[index] ?? ''))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => stringWidth(cell))));
  const total = (most: number) =>
    widths.reduce((sum, cells) => sum + Math.min(cells, most) + GAP.length, -GAP.length);
  while (widths.length > 1 && total(LEAST_CELLS) > width) widths.pop();
  let most = Math.max(...widths);
  while (total(most) > width && most > LEAST_CELLS) most -= 1;
  const padded = widths.map((natural, index) => {
    const cellWidth = Math.min(natural, most);
    const [title = '', ...cells] = columns[index] ?? [];
    const align = cells.every((cell) => /^[\d\s]+$/.test(cell)) ? 'right' : 'left';
    return [title, ...cells].map((text) => padToWidth(cutToWidth(text, cellWidth), cellWidth, align));
  });
  return [titles, ...rows].map((_, line) => {
    const cells = padded.map((column) => column[line]);
    return cutToWidth(cells.join(GAP).trimEnd(), width);
  });
}

/** Writes one label and its value per line, values aligned. Labels without a value are left out, as columns of a table are. */
export function writeFields(
  output: Output,
  fields: readonly (readonly [label: string, value: string])[],
): void {
  const given = fields.filter(([, value]) => value !== '');
  const width = Math.max(...given.map(([label]) => stringWidth(label)));
  output.result(...given.map(([label, value]) => padToWidth(label, width) + GAP + oneLine(value)));
}
