import { formatCount } from './format.ts';
import type { Output } from './output.server.ts';
import { oneLine } from './safe-text.ts';
import { cutToWidth, displayWidth, padToWidth } from './text-width.ts';

/** Eighths of a cell, so that small differences show. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const MAX_CHART_WIDTH = 100;
const MAX_LABEL_WIDTH = 32;
const GAP = 2;

/** Horizontal bars, one a line, fitted to the terminal: label, value, bar. Elsewhere no label is cut. */
export async function writeBars(
  output: Output,
  entries: readonly { label: string; views: number }[],
): Promise<void> {
  const endless = output.width === Number.POSITIVE_INFINITY;
  const width = Math.min(output.width, MAX_CHART_WIDTH);
  const labels = entries.map(({ label }) => oneLine(label));
  const values = entries.map(({ views }) => formatCount(views));
  const labelWidth = Math.min(Math.max(...labels.map(displayWidth)), MAX_LABEL_WIDTH, Math.floor(width / 3));
  const valueWidth = Math.max(...values.map(displayWidth));
  const room = Math.max(1, width - labelWidth - valueWidth - 2 * GAP);
  const most = Math.max(1, ...entries.map(({ views }) => views));
  const lines = entries.map(({ views }, index) => {
    const text = labels[index] ?? '';
    const label = padToWidth(endless ? text : cutToWidth(text, labelWidth), labelWidth);
    const value = padToWidth(values[index] ?? '', valueWidth, 'right');
    const gap = ' '.repeat(GAP);
    return `${label}${gap}${value}${gap}${output.paint('cyan', barOf((views / most) * room))}`.trimEnd();
  });
  await output.result(...lines);
}

/** A bar of so many cells, rounded to an eighth; any value above 0 shows. */
export function barOf(cells: number): string {
  const eighths = cells > 0 ? Math.max(1, Math.round(cells * 8)) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}
