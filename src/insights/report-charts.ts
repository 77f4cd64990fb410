import { insightsWords as words } from '../content/cli-insights.ts';
import { escapeHtml } from '../escape-html.ts';
import type { Section } from './report-labels.ts';

const count = new Intl.NumberFormat('fr-FR');

const COLUMNS = { width: 960, height: 260, left: 52, right: 34, bottom: 28, top: 12 } as const;
const BARS = { width: 460, row: 40, bar: 12, top: 4 } as const;
const MAX_LABEL_LENGTH = 40;
/** A label under a column needs about this many units of the drawing. */
const LABEL_ROOM = 80;

/** The drawing, with its content in words for people who cannot see it. */
function svg(section: Section, width: number, height: number, content: string): string {
  const largest = section.entries.reduce((most, entry) => (entry.views > most.views ? entry : most), {
    label: '',
    views: -1,
  });
  const label = words.chartSummary(
    section.title,
    section.entries.length,
    largest.label,
    count.format(largest.views),
  );
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`;
}

/** A value at or above this one that makes even steps: 1, 2 or 5 times a power of ten, four steps of it. */
export function scaleTop(largest: number): number {
  const step = Math.max(1, largest / 4);
  const power = 10 ** Math.floor(Math.log10(step));
  const rounded = [1, 2, 5, 10].find((factor) => factor * power >= step) ?? 10;
  return Math.ceil(largest / (rounded * power)) * rounded * power || 1;
}

/** Vertical bars over time, with a scale. */
export function columnsChart(section: Section): string {
  const { width, height, left, right, bottom, top } = COLUMNS;
  const most = scaleTop(Math.max(...section.entries.map(({ views }) => views)));
  const room = { width: width - left - right, height: height - top - bottom };
  const step = room.width / section.entries.length;
  const labelEvery = Math.ceil(LABEL_ROOM / step);
  const columns = section.entries.map(({ label, views }, index) => {
    const tall = (views / most) * room.height;
    const x = left + index * step;
    const bar = `<rect class="bar" x="${round(x + step * 0.14)}" y="${round(top + room.height - tall)}" width="${round(step * 0.72)}" height="${round(tall)}" rx="2"><title>${escapeHtml(`${label} : ${count.format(views)}`)}</title></rect>`;
    const text = `<text x="${round(x + step / 2)}" y="${height - 8}" text-anchor="middle">${escapeHtml(label)}</text>`;
    // Counted from the newest, so that today always has its label.
    return (section.entries.length - 1 - index) % labelEvery === 0 ? bar + text : bar;
  });
  return svg(section, width, height, scaleLines(most, room.height) + columns.join(''));
}

function scaleLines(most: number, roomHeight: number): string {
  const { width, left, top } = COLUMNS;
  const values = [0, most / 2, most].filter(Number.isInteger);
  return values
    .map((value) => {
      const y = round(top + roomHeight * (1 - value / most));
      return `<line class="scale" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 8}" y="${y + 4}" text-anchor="end">${count.format(value)}</text>`;
    })
    .join('');
}

/** Horizontal bars, each under its label. */
export function barsChart(section: Section): string {
  const { width, row, bar, top } = BARS;
  const most = Math.max(1, ...section.entries.map(({ views }) => views));
  const rows = section.entries.map(({ label, views }, index) => {
    const y = top + index * row;
    const short = label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label;
    return `<text class="label" x="0" y="${y + 14}">${escapeHtml(short)}</text><text class="value" x="${width}" y="${y + 14}" text-anchor="end">${count.format(views)}</text><rect class="track" x="0" y="${y + 21}" width="${width}" height="${bar}" rx="3"/><rect class="bar" x="0" y="${y + 21}" width="${round((views / most) * width)}" height="${bar}" rx="3"/>`;
  });
  return svg(section, width, top + section.entries.length * row, rows.join(''));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
