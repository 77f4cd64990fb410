import { escapeHtml } from '../escape-html.ts';
import { palette } from '../theme/palette.ts';
import type { Report, Section } from './report.server.ts';
import { insightsWords as words } from './words.ts';

const count = new Intl.NumberFormat('fr-FR');

const { light, dark } = palette;
const names = ['ground', 'surface', 'ink', 'inkSoft', 'line', 'accent'] as const;
const colours = names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`);

const reportStyle = `
:root { color-scheme: light dark; ${colours.join(' ')} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 Figtree, system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem); display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
header p { margin: 0; color: var(--inkSoft); }
.studio { font-weight: 600; }
h1 { margin: .15em 0; font-size: clamp(1.8rem, 4vw, 2.6rem); line-height: 1.1; }
section, .figures { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1rem, 3vw, 1.75rem); }
.figures { margin: 0; display: flex; flex-wrap: wrap; gap: 1rem 3rem; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: var(--inkSoft); }
.figures dd { margin: 0; font-size: 2rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
.bar { display: block; block-size: .375rem; margin-block-start: .25rem; border-radius: 3px; background: var(--accent); print-color-adjust: exact; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-size: 1.2rem; font-weight: 700; padding-bottom: .75rem; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: end; }
td, thead th { white-space: nowrap; }
th:first-child { width: 99%; text-align: start; overflow-wrap: anywhere; white-space: normal; }
tbody th { font-weight: 500; }
thead th { font-weight: 600; }
footer { color: var(--inkSoft); font-size: .9rem; }
footer p { margin: 0 0 .5rem; max-width: 65ch; }
@media print { section { break-inside: avoid; } }
`;

/**
 * Writes the report as one HTML file that needs nothing else: no script, no external resource, both colour modes, print.
 * @param generatedOn the moment, in words
 */
export function reportHtml(report: Report, studio: string, generatedOn: string): string {
  const figures = report.figures.map(({ label, value, before, change }) => {
    const compared = before ? `<br>${words.compared(before, change)}` : '';
    return `<div><dt>${label}${compared}</dt><dd>${value}</dd></div>`;
  });
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
<p>${report.period}</p>
</header>
<dl class="figures">${figures.join('')}</dl>
${report.sections.map(sectionHtml).join('\n') || `<p>${words.none}</p>`}
<footer><p>${words.privacy}</p><p>${words.generated(generatedOn)}</p></footer>
</main>
</body>
</html>
`;
}

/** Writes a table with a bar in each row, scaled to the largest. */
function sectionHtml({ title, columns, entries }: Section): string {
  const most = Math.max(1, ...entries.map(({ counts: [first = 0] }) => first));
  const rows = entries.map(({ label, counts }) => {
    const share = ((counts[0] ?? 0) / most) * 100;
    const bar = `<span class="bar" style="inline-size: ${share.toFixed(1)}%"></span>`;
    const cells = counts.map((figure) => `<td>${count.format(figure)}</td>`);
    return `<tr><th scope="row">${escapeHtml(label)}${bar}</th>${cells.join('')}</tr>`;
  });
  return `<section><table><caption>${title}</caption>
<thead><tr>${columns.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></section>`;
}
