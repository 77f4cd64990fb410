import { escapeHtml } from '../escape-html.ts';
import { palette } from '../site.ts';
import type { Report, Table } from './report.server.ts';

const { light, dark } = palette;
const names = ['ground', 'surface', 'ink', 'inkSoft', 'line'] as const;
const colours = names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`);

const reportStyle = `
:root { color-scheme: light dark; ${colours.join(' ')} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 Figtree, system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem); display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
p { margin: 0; max-width: 65ch; color: var(--inkSoft); }
h1 { margin: 0; font-size: clamp(1.8rem, 4vw, 2.6rem); line-height: 1.1; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1rem, 3vw, 1.75rem); }
table { width: 100%; border-collapse: collapse; font-size: .95rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-size: 1.2rem; font-weight: 700; padding-bottom: .75rem; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: end; }
td, thead th { white-space: nowrap; font-weight: 600; }
th:first-child { width: 99%; text-align: start; overflow-wrap: anywhere; white-space: normal; font-weight: 500; }
@media print { section { break-inside: avoid; } }
`;

export const TITLE = 'Statistiques de visite';
export const NOTHING = 'Aucune page vue sur cette période.';

const PRIVACY =
  'Mesure sans cookie ni donnée personnelle : seuls des nombres par jour, page, site de provenance et type d’appareil sont gardés, 25 mois au plus. Les navigateurs qui demandent à ne pas être suivis ne sont pas comptés.';

/** Writes the report as one HTML file that needs nothing else: no script, no external resource, both colour modes, print. */
export function reportHtml({ period, tables }: Report, studio: string, generatedOn: string): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(`${TITLE}, ${studio}`)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${TITLE}</h1>
<p>${escapeHtml(studio)}. ${period}</p>
${tables.map(tableHtml).join('\n') || `<p>${NOTHING}</p>`}
<p>${PRIVACY} Rapport établi le ${generatedOn}.</p>
</main>
</body>
</html>
`;
}

function tableHtml({ title, columns, rows }: Table): string {
  const lines = rows.map(([label = '', ...cells]) => {
    const texts = cells.map((text) => `<td>${text}</td>`).join('');
    return `<tr><th scope="row">${escapeHtml(label)}</th>${texts}</tr>`;
  });
  return `<section><table><caption>${title}</caption>
<thead><tr>${columns.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table></section>`;
}
