import { escapeHtml } from '../../src/escape-html.ts';
import { short, spreadText } from './numbers.mjs';
import { barPlot, linePlot } from './plots.mjs';

const style = `:root{color-scheme:light dark;--ink:#1b1b1b;--ground:#fff;--own:#5e17eb;--peer:#b9b3c9;--line:#8a8399}
@media(prefers-color-scheme:dark){:root{--ink:#ebf2fa;--ground:#14161a;--own:#389a6b;--peer:#4b5563;--line:#9aa5b1}}
body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
svg{width:100%;height:auto;font:13px system-ui,sans-serif;fill:var(--ink)}.label{text-anchor:end}.own{fill:var(--own)}
.peer{fill:var(--peer)}.spread{stroke:var(--line);stroke-width:2}.line{fill:none;stroke:var(--own);stroke-width:2}
table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{text-align:left;padding:.3rem .5rem;border-bottom:1px solid var(--peer)}
.missed{font-weight:700}pre{white-space:pre-wrap;font-size:.8rem}`;

/** Which figures are drawn, by scenario; and which of its subjects, all by default. */
const drawn = {
  documents: [
    ['perSecond', 'Requests per second'],
    ['cpuMicros', 'Processor time per request, µs'],
  ],
  queries: [
    ['perSecond', 'Requests per second'],
    ['cpuMicros', 'Processor time per request, µs'],
  ],
  mutations: [
    ['perSecond', 'Requests per second'],
    ['p99', 'Slowest of a hundred, ms'],
  ],
  disk: [['perSecond', 'Writes per second']],
  start: [
    ['readyMs', 'First page after, ms'],
    ['rssMib', 'Memory, MiB'],
  ],
  million: [
    ['ratio', 'Times as long as with a thousand messages'],
    ['ms', 'Milliseconds'],
  ],
  pages: [
    ['revealSeen', 'Displayed after, ms'],
    ['lcp', 'Largest paint, ms'],
    ['speedIndex', 'Speed Index, ms'],
    ['scriptBytes', 'Script on the wire, bytes'],
    ['mainThread', 'Main thread, ms'],
  ],
};

const ownNames = /^(vitrine|home|contact|about|legalMention|privacy|npm start|server alone)/;

/**
 * A page that stands alone, for people to look at.
 * @param {object} results @param {ReturnType<typeof import('../judge.mjs').judge>} verdicts
 */
export function resultsPage(results, verdicts) {
  const { date, quick, scenarios } = results;
  const sections = Object.entries(scenarios).map(([name, scenario]) => section(name, scenario));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bench, ${date.slice(0, 10)}</title><style>${style}</style></head><body><h1>Bench, ${date.slice(0, 10)}</h1>
<p>${quick ? 'Quick run: one short round, not to be quoted. ' : ''}Bars are medians, thin lines the extremes of the rounds; only ratios of one run count.</p>
${verdictsHtml(verdicts)}${sections.join('')}</body></html>`;
}

function verdictsHtml(verdicts) {
  const rows = verdicts.map(({ goal, value, reached }) => {
    const bound = goal.atMost === undefined ? `≥ ${short(goal.atLeast)}` : `≤ ${short(goal.atMost)}`;
    const cells = [goal.text, `${spreadText(value)} ${goal.unit ?? ''}`, bound].map(
      (cell) => `<td>${escapeHtml(cell)}</td>`,
    );
    return `<tr>${cells.join('')}<td class="${reached ? '' : 'missed'}">${reached ? 'reached' : 'missed'}</td></tr>`;
  });
  return `<table><tr><th>Figure</th><th>Median (min–max)</th><th>Goal</th><th></th></tr>${rows.join('')}</table>`;
}

function section(name, { title, ran, subjects, series, plans }) {
  const plots = (drawn[name] ?? []).map(([figure, caption]) => {
    const bars = Object.entries(subjects)
      .filter(([, figures]) => figures[figure])
      .map(([label, figures]) => ({ label, spread: figures[figure], own: ownNames.test(label) }));
    return bars.length > 0 ? `<h3>${caption}</h3>${barPlot(bars)}` : '';
  });
  if (name === 'profile') plots.push(...Object.entries(subjects).map(sharesPlot));
  const { at, commit, load } = ran;
  const when = `Commit ${commit}, from ${at.slice(11, 16)} UTC; load average ${load.before.join(', ')} before, ${load.after.join(', ')} after.`;
  return `<h2>${escapeHtml(title)}</h2><p>${when}</p>${plots.join('')}${series ? linePlot(series) : ''}${plans ? plansHtml(plans) : ''}`;
}

function sharesPlot([traffic, shares]) {
  const bars = Object.entries(shares).map(([label, spread]) => ({
    label,
    spread,
    own: label.startsWith('src'),
  }));
  return `<h3>${escapeHtml(traffic)}</h3>${barPlot(bars)}`;
}

function plansHtml(plans) {
  const texts = Object.entries(plans).map(([work, found]) => {
    const queries = found.map(({ sql, plan }) => `${sql}\n  → ${plan.join('\n  → ')}`);
    return `<details><summary>${escapeHtml(work)}</summary><pre>${escapeHtml(queries.join('\n\n'))}</pre></details>`;
  });
  return `<h3>How SQLite runs each query</h3>${texts.join('')}`;
}
