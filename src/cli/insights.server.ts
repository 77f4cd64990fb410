import type { Command } from 'commander';
import { help } from '../content/cli.ts';
import { insightsHelp, insightsWords as words } from '../content/cli-insights.ts';
import { identity } from '../content/identity.ts';
import { type Report, readReport } from '../insights/report.server.ts';
import { reportHtml } from '../insights/report-html.ts';
import { type Runner, type StoreDependencies, wholeNumber } from './command.server.ts';
import { formatCount, formatInstant } from './format.ts';
import type { Output } from './output.server.ts';
import { writeFields, writeTable } from './table.ts';
import { writeResult } from './written-file.server.ts';

/** The counters are kept 25 months. */
const MAX_DAYS = 770;
const DEFAULT_DAYS = 30;

interface InsightsOptions {
  days?: number;
  html?: string;
  force?: true;
}

/** Adds `insights`. */
export function addInsights(program: Command, run: Runner): void {
  program
    .command('insights')
    .description(insightsHelp.insights)
    .option('--days <n>', insightsHelp.days, wholeNumber(1, MAX_DAYS))
    .option('--html <fichier>', insightsHelp.html)
    .option('--force', help.replace)
    .action(run.store(insights));
}

async function insights(
  dependencies: StoreDependencies,
  { days = DEFAULT_DAYS, html, force }: InsightsOptions,
): Promise<void> {
  const { storage, clock, output } = dependencies;
  const report = await readReport(storage, days, clock.now());
  if (html === undefined) return writeReport(output, report);
  const page = reportHtml(report, identity.studioName, formatInstant(clock.now()));
  const file = await writeResult(dependencies, html, force, [page]);
  if (file) output.note(words.written(file));
}

function writeReport(output: Output, report: Report): void {
  output.result(
    output.paint('bold', words.title),
    words.period(longDayLabel(report.from), longDayLabel(report.to)),
  );
  if (report.total + report.messages === 0) {
    output.note(words.none);
    return;
  }
  output.result('');
  writeFields(output, reportFigures(report));
  for (const { column, entries } of reportSections(report).filter((section) => section.entries.length > 0)) {
    const rows = entries.map(({ label, views, messages }) => [
      ...[label, formatCount(views)],
      messages === undefined ? '' : formatCount(messages),
    ]);
    output.result('');
    writeTable(output, [column, words.columns.views, words.columns.messages], rows);
  }
}
