import { identity } from '../content/identity.ts';
import { CommandError } from '../failure.server.ts';
import { dayOf, daysOfMonth, daysUntil, type Period } from '../insights/period.ts';
import { type Report, readReport } from '../insights/report.server.ts';
import { reportHtml } from '../insights/report-html.ts';
import { insightsWords as words } from '../insights/words.ts';
import { monthsBefore, retentionRules } from '../retention/rules.ts';
import type { StoreDependencies } from './command.server.ts';
import { sendNow } from './mail.server.ts';
import { formatInstant, formatTable, visible } from './text.ts';
import { usage } from './words.ts';
import { writeResult } from './written-file.server.ts';

/** The days that the operator asked for. */
interface Asked {
  days?: number;
  /** `true`: the last one. */
  month?: Temporal.PlainYearMonth | true;
  from?: Temporal.PlainDate;
  to?: Temporal.PlainDate;
}

/** Shows the statistics of a period beside those of the one before, writes them as a page of HTML, or mails that page. */
export async function insights(
  dependencies: StoreDependencies,
  { html, force, mail, ...asked }: Asked & { html?: string; force?: true; mail?: true },
): Promise<void> {
  const { storage, clock, output } = dependencies;
  const now = clock.now();
  const period = periodOf(asked, dayOf(now));
  const months = retentionRules.find(({ table }) => table === 'message')?.months ?? 0;
  const report = await readReport(storage, period, monthsBefore(now, months));
  if (!html && !mail) return showReport(dependencies, report);
  const page = reportHtml(report, identity.studioName, formatInstant(now));
  if (html) await writeResult(dependencies, html === '-' ? undefined : html, force, [page]);
  if (!mail) return;
  const filename = words.mail.file(`${period.from}`, `${period.to}`);
  const to = await sendNow(dependencies, {
    subject: words.mail.subject(identity.studioName, report.period),
    text: [report.period, '', ...figureLines(report), '', words.mail.attached, ''].join('\n'),
    date: new Date(now),
    attachments: [{ filename, content: page, contentType: 'text/html; charset=utf-8' }],
  });
  output.note(words.mail.sent(to));
}

/** Returns the days up to today that were asked for. @throws CommandError `usage` if there are none */
function periodOf({ days = 30, month, from, to }: Asked, today: Temporal.PlainDate): Period {
  const last = today.toPlainYearMonth().subtract({ months: 1 });
  const asked = month
    ? daysOfMonth(month === true ? last : month)
    : from
      ? { from, to: to ?? today }
      : daysUntil(to ?? today, days);
  const end = Temporal.PlainDate.compare(asked.to, today) > 0 ? today : asked.to;
  if (Temporal.PlainDate.compare(asked.from, end) > 0) throw new CommandError('usage', usage.noDays);
  return { from: asked.from, to: end };
}

function showReport({ output }: StoreDependencies, report: Report): void {
  output.result(words.title, report.period);
  if (report.sections.length === 0) {
    output.note(words.none);
    return;
  }
  const figures = report.figures.map(({ label, value, before, change }) => [label, value, before, change]);
  output.result('', ...formatTable(words.comparison, figures, output.width));
  for (const { columns, entries } of report.sections) {
    const rows = entries.map(({ label, counts }) => [label, ...counts.map(countOf)]);
    output.result('', ...formatTable(columns, rows, output.width));
  }
}

function figureLines({ figures }: Report): string[] {
  return figures.map(({ label, value, before, change }) => {
    const compared = before && ` (${words.compared(before, change)})`;
    return `${label}\u00a0: ${value}${compared}`;
  });
}

/** Writes a number as `12 345`, with the narrow no-break space of French. */
function countOf(count: number): string {
  return count.toLocaleString('fr-FR');
}

/** Reads a day, `2026-11-28` or `28/11/2026`. @throws CommandError `usage` */
export function dayNamed(text: string): Temporal.PlainDate {
  return read(text, (iso) => Temporal.PlainDate.from(iso, { overflow: 'reject' }));
}

/** Reads a month, `2026-11` or `11/2026`. @throws CommandError `usage` */
export function monthNamed(text: string): Temporal.PlainYearMonth {
  return read(text, (iso) => Temporal.PlainYearMonth.from(iso, { overflow: 'reject' }));
}

function read<T>(text: string, parse: (iso: string) => T): T {
  const iso = text.split('/').reverse().join('-');
  try {
    // Temporal reads more, such as years of six digits.
    if (/^\d{4}-\d\d(-\d\d)?$/.test(iso)) return parse(iso);
  } catch {}
  throw new CommandError('usage', usage.date(visible(text)));
}
