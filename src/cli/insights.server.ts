import { identity } from '../content/identity.ts';
import { readReport } from '../insights/report.server.ts';
import { reportHtml } from '../insights/report-html.ts';
import { insightsWords as words } from '../insights/words.ts';
import type { StoreDependencies } from './command.server.ts';
import { formatFields, formatInstant, formatTable } from './text.ts';
import { writeResult } from './written-file.server.ts';

/** Shows the statistics of the last days, or writes them as a page of HTML. */
export async function insights(
  dependencies: StoreDependencies,
  { days = 30, html, force }: { days?: number; html?: string; force?: true },
): Promise<void> {
  const { storage, clock, output } = dependencies;
  const report = await readReport(storage, days, clock.now());
  if (html !== undefined) {
    const page = reportHtml(report, identity.studioName, formatInstant(clock.now()));
    return writeResult(dependencies, html, force, [page]);
  }
  output.result(words.title, report.period);
  if (report.sections.length === 0) return output.note(words.none);
  output.result('', ...formatFields(report.figures));
  for (const { column, entries } of report.sections) {
    const rows = entries.map(({ label, views, messages }) => [label, countOf(views), countOf(messages)]);
    const titles = [column, words.columns.views, words.columns.messages];
    output.result('', ...formatTable(titles, rows, output.width));
  }
}

/** Writes a number as `12 345`, with the narrow no-break space of French. */
function countOf(count: number | undefined): string {
  return count?.toLocaleString('fr-FR') ?? '';
}
