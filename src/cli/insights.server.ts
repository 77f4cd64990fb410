import { insightsWords as words } from '../content/cli-insights.ts';
import { identity } from '../content/identity.ts';
import { type Report, readReport } from '../insights/report.server.ts';
import { reportHtml } from '../insights/report-html.ts';
import type { StoreDependencies } from './command.server.ts';
import type { Output } from './output.server.ts';
import { formatCount, formatFields, formatInstant, formatTable } from './text.ts';
import { writeResult } from './written-file.server.ts';

/** Shows the statistics of the last days, or writes them as a page of HTML. */
export async function insights(
  dependencies: StoreDependencies,
  { days = 30, html, force }: { days?: number; html?: string; force?: true },
): Promise<void> {
  const { storage, clock, output } = dependencies;
  const report = await readReport(storage, days, clock.now());
  if (html === undefined) return writeReport(output, report);
  const page = reportHtml(report, identity.studioName, formatInstant(clock.now()));
  await writeResult(dependencies, html, force, [page]);
}

function writeReport(output: Output, { period, figures, sections }: Report): void {
  output.result(words.title, period);
  if (sections.length === 0) {
    output.note(words.none);
    return;
  }
  output.result('', ...formatFields(figures));
  for (const { column, entries } of sections) {
    const rows = entries.map(({ label, views, messages }) => [
      ...[label, formatCount(views)],
      messages === undefined ? '' : formatCount(messages),
    ]);
    const titles = [column, words.columns.views, words.columns.messages];
    output.result('', ...formatTable(titles, rows, output.width));
  }
}
