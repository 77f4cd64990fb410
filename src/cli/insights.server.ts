import { CommandError } from '../failure.server.ts';
import {
  dayOf,
  daysOfMonth,
  daysUntil,
  type Period,
  type Report,
  readReport,
} from '../insights/report.server.ts';
import { monthsBefore, retentionRules } from '../retention/retention.server.ts';
import { identity } from '../site.ts';
import type { StoreDependencies } from './command.server.ts';
import { sendNow } from './mail.server.ts';
import { formatTable } from './text.ts';

const TITLE = 'Statistiques de visite';
const NOTHING = 'Aucune page vue sur cette période.';
/** Width in characters of the report in a mail; its longest row has 79. */
const MAIL_WIDTH = 80;

interface Asked {
  days?: number;
  month?: Temporal.PlainYearMonth | true;
  from?: Temporal.PlainDate;
  to?: Temporal.PlainDate;
}

/** Shows the statistics of a period beside those of the period before, or mails them. */
export async function insights(
  dependencies: StoreDependencies,
  { mail, ...asked }: Asked & { mail?: true },
): Promise<void> {
  const { storage, clock, output } = dependencies;
  const now = clock.now();
  const period = periodOf(asked, dayOf(now));
  const months = retentionRules.find(({ table }) => table === 'message')?.months ?? 0;
  const report = await readReport(storage, period, monthsBefore(now, months));
  if (!mail) return showReport(dependencies, report);
  const tables = report.tables.flatMap(({ columns, rows }) => [
    '',
    ...formatTable(columns, rows, MAIL_WIDTH),
  ]);
  const to = await sendNow(dependencies, {
    subject: `${identity.studioName} : statistiques, ${report.period.toLowerCase()}`,
    text: [report.period, ...(tables.length > 0 ? tables : ['', NOTHING]), ''].join('\n'),
    date: new Date(now),
  });
  output.note(`Le rapport est parti à ${to}.`);
}

/** Returns the period that was asked for, cut at today. @throws CommandError `usage` if no day is left */
function periodOf({ days = 30, month, from, to }: Asked, today: Temporal.PlainDate): Period {
  const last = today.toPlainYearMonth().subtract({ months: 1 });
  const asked = month
    ? daysOfMonth(month === true ? last : month)
    : from
      ? { from, to: to ?? today }
      : daysUntil(to ?? today, days);
  const end = Temporal.PlainDate.compare(asked.to, today) > 0 ? today : asked.to;
  if (Temporal.PlainDate.compare(asked.from, end) > 0)
    throw new CommandError('usage', 'Cette période n’a pas encore commencé, ou finit avant de commencer.');
  return { from: asked.from, to: end };
}

function showReport({ output }: StoreDependencies, report: Report): void {
  output.result(TITLE, report.period);
  for (const { columns, rows } of report.tables)
    output.result('', ...formatTable(columns, rows, output.width));
  if (report.tables.length === 0) output.note(NOTHING);
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
    // The pattern excludes other forms that Temporal reads too, such as years of six digits.
    if (/^\d{4}-\d\d(-\d\d)?$/.test(iso)) return parse(iso);
  } catch {}
  throw new CommandError(
    'usage',
    `« ${text} » n’est pas accepté : il faut un jour comme 2026-11-28, ou un mois comme 2026-11.`,
  );
}
