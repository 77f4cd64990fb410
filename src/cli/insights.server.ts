import type { Command } from 'commander';
import { help } from '../content/cli.ts';
import { insightsHelp, insightsWords as words } from '../content/cli-insights.ts';
import { identity } from '../content/identity.ts';
import { type Report, readReport } from '../insights/report.server.ts';
import { reportHtml } from '../insights/report-html.ts';
import { longDayLabel, reportFigures, reportSections, type Section } from '../insights/report-labels.ts';
import { addCommand, type Runner, type StoreDependencies, wholeNumber } from './command.server.ts';
import { formatCount, formatInstant } from './format.ts';
import type { Output } from './output.server.ts';
import { type Column, writeFields, writeTable } from './table.ts';
import { writeResult } from './written-file.server.ts';

/** The counters are kept 25 months. */
const MAX_DAYS = 770;
const DEFAULT_DAYS = 30;

interface InsightsOptions {
  days?: number;
  html?: string;
  json?: true;
  force?: true;
}

/** Adds `insights`. */
export function addInsights(program: Command, run: Runner): void {
  addCommand(program, 'insights', insightsHelp)
    .option('--days <n>', insightsHelp.options.days, wholeNumber(1, MAX_DAYS))
    .option('--html <fichier>', insightsHelp.options.html)
    .option('--force', help.replace)
    .option('--json', help.json)
    .action(run.store(insights));
}

async function insights(dependencies: StoreDependencies, options: InsightsOptions): Promise<void> {
  const { storage, clock, output } = dependencies;
  const report = await readReport(storage, options.days ?? DEFAULT_DAYS, clock.now());
  if (options.html !== undefined) {
    const html = reportHtml(report, identity.studioName, formatInstant(clock.now()));
    const file = await writeResult(dependencies, options.html, options.force, [html]);
    if (file) output.note(words.written(file));
  }
  if (options.json) await output.json(report);
  else if (options.html === undefined) await writeReport(output, report);
}

async function writeReport(output: Output, report: Report): Promise<void> {
  await output.result(
    output.paint('bold', words.title),
    words.period(longDayLabel(report.from), longDayLabel(report.to)),
  );
  if (report.total + report.messages === 0) return output.note(words.none);
  await output.result('');
  await writeFields(output, reportFigures(report));
  for (const section of reportSections(report)) {
    if (section.entries.length === 0) continue;
    await output.result('');
    await writeTable(output, sectionColumns(section), section.entries);
  }
}

function sectionColumns({ column, entries }: Section): Column<Section['entries'][number]>[] {
  const { columns } = words;
  const hasMessages = entries.some(({ messages }) => messages !== undefined);
  const count = (entry: Section['entries'][number]) => formatCount(entry.messages ?? 0);
  return [
    { title: column, value: ({ label }) => label, minWidth: 12 },
    { title: columns.views, value: ({ views }) => formatCount(views), align: 'right' },
    ...(hasMessages ? [{ title: columns.messages, value: count, align: 'right' as const }] : []),
  ];
}
