import { escapeHtml } from '../../src/escape-html.ts';
import { short } from './numbers.mjs';

const WIDTH = 720;
const LABEL = 190;
const VALUE = 120;
const ROW = 26;
const BAR = 14;

/**
 * Horizontal bars with the extremes of the rounds as a thin line.
 * @param {{ label: string, spread: import('../measure/statistics.mjs').Spread, own: boolean }[]} bars
 */
export function barPlot(bars) {
  const most = Math.max(...bars.map(({ spread }) => spread.max), Number.MIN_VALUE);
  const scale = (value) => (Math.max(0, value) / most) * (WIDTH - LABEL - VALUE);
  const rows = bars.map(({ label, spread, own }, index) => {
    const y = index * ROW;
    const [low, high] = [LABEL + scale(spread.min), LABEL + scale(spread.max)];
    return [
      `<text x="${LABEL - 8}" y="${y + 17}" class="label">${escapeHtml(label)}</text>`,
      `<rect x="${LABEL}" y="${y + 6}" width="${scale(spread.median).toFixed(1)}" height="${BAR}" class="${own ? 'own' : 'peer'}"/>`,
      `<path d="M${low.toFixed(1)} ${y + 13}H${high.toFixed(1)}" class="spread"/>`,
      `<text x="${(high + 8).toFixed(1)}" y="${y + 17}">${short(spread.median)}</text>`,
    ].join('');
  });
  return `<svg viewBox="0 0 ${WIDTH} ${bars.length * ROW + 4}" role="img">${rows.join('')}</svg>`;
}

/** A line over time. @param {{ at: number, mib: number }[]} series at: in ms */
export function linePlot(series) {
  const [height, last, most] = [200, series.at(-1).at || 1, Math.max(...series.map(({ mib }) => mib))];
  const points = series.map(
    ({ at, mib }) => `${((at / last) * WIDTH).toFixed(1)},${(height - (mib / most) * height).toFixed(1)}`,
  );
  const caption = `${short(series[0].mib)} MiB → ${short(series.at(-1).mib)} MiB, ${short(last / 60_000)} min`;
  return `<svg viewBox="0 -8 ${WIDTH} ${height + 32}" role="img"><polyline points="${points.join(' ')}" class="line"/>
<text x="0" y="${height + 20}">${caption}</text></svg>`;
}
