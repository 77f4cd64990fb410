import { insightsWords as words } from '../content/cli-insights.ts';
import { escapeHtml } from '../escape-html.ts';
import type { Report } from './report.ts';
import { barsChart, columnsChart } from './report-charts.ts';
import { longDayLabel, type Section, shareSections, timelineSection } from './report-labels.ts';
import { reportStyle } from './report-style.ts';

const count = new Intl.NumberFormat('fr-FR');
const percent = new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 1 });

/**
 * The report as one HTML file that needs nothing else: no script, no external resource, both colour modes, print; each
 * chart has its figures in a table.
 * @param generatedOn the moment, in words
 */
export function reportHtml(report: Report, studio: string, generatedOn: string): string {
  const timeline = timelineSection(report);
  const sections = report.total === 0 ? `<p>${words.none}</p>` : sectionsHtml(report, timeline);
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`${words.title}, ${studio}`)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<header>
<p class="studio">${escapeHtml(studio)}</p>
<h1>${words.title}</h1>
<p>${words.period(longDayLabel(report.from), longDayLabel(report.to))}</p>
</header>
${figuresHtml(report)}
${sections}
<footer><p>${words.privacy}</p><p>${words.generated(generatedOn)}</p></footer>
</main>
</body>
</html>
`;
}

function sectionsHtml(report: Report, timeline: Section): string {
  const shares = shareSections(report).map((section) =>
    sectionHtml(section, report.total, barsChart(section)),
  );
  return [sectionHtml(timeline, report.total, columnsChart(timeline), 'wide'), ...shares].join('\n');
}

function figuresHtml({ total, days }: Report): string {
  const best = days.reduce((most, day) => (day.views > most.views ? day : most), { name: '', views: 0 });
  const figures: [string, string][] = [
    [count.format(total), words.figures.total],
    [count.format(Math.round(total / Math.max(1, days.length))), words.figures.perDay],
  ];
  if (best.views > 0) figures.push([count.format(best.views), words.figures.best(longDayLabel(best.name))]);
  const items = figures.map(([value, label]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return `<dl class="figures">${items.join('')}</dl>`;
}

function sectionHtml(section: Section, total: number, chart: string, className = ''): string {
  const rows = section.entries.map(
    ({ label, views }) =>
      `<tr><th scope="row">${escapeHtml(label)}</th><td>${count.format(views)}</td><td>${percent.format(views / total)}</td></tr>`,
  );
  const { columns } = words;
  const caption = words.tableCaption(section.title);
  const table = `<table><caption>${caption}</caption>
<thead><tr><th scope="col">${section.column}</th><th scope="col">${columns.views}</th><th scope="col">${columns.share}</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
  return `<section class="${className}"><h2>${section.title}</h2>
<div class="pair">${scrollRegion(words.chartLabel(section.title), chart)}${scrollRegion(caption, table)}</div></section>`;
}

/** What may be wider or longer than its room; a keyboard can scroll it too (WCAG 2.1.1). */
function scrollRegion(label: string, content: string): string {
  return `<div class="scrolls" tabindex="0" role="region" aria-label="${label}">${content}</div>`;
}
