import { dayInParis } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

export interface Table {
  title: string;
  columns: readonly string[];
  rows: string[][];
}

/** The page views of a period and the messages received, in words for the terminal and the mail. */
export interface Report {
  period: string;
  /** Empty if nothing was counted. */
  tables: Table[];
}

interface Span {
  name: string;
  views: number;
  messages: number;
}

/**
 * Sums up the page views (STAT-1) and messages of a period, beside the period before.
 * @param messagesSince messages received before this instant are erased
 */
export async function readReport({ reads }: Storage, period: Period, messagesSince: number): Promise<Report> {
  const { from } = periodBefore(period);
  const rows = await reads
    .selectFrom('page_view')
    .selectAll()
    .where('day', '>=', `${from}`)
    .where('day', '<=', `${period.to}`)
    .execute();
  const messages = await reads
    .selectFrom('message')
    .select(['received_at', 'subject'])
    .where('received_at', '>=', startOf(from))
    .execute();
  const counted = messages.map(({ received_at, subject }) => ({ day: dayInParis(received_at), subject }));
  return summarise(rows, counted, period, messagesSince);
}

const VIEWS = 'Pages vues';
const MESSAGES = 'Messages';
const devices = { phone: 'téléphone', tablet: 'tablette', desktop: 'ordinateur' } as const;

export function summarise(
  rows: readonly Database['page_view'][],
  messages: readonly { day: string; subject: string }[],
  period: Period,
  messagesSince = 0,
): Report {
  const before = periodBefore(period);
  const rowsByDay = Map.groupBy(rows, ({ day }) => day);
  const messagesByDay = Map.groupBy(messages, ({ day }) => day);
  const spans = (days: Period) =>
    daysOf(days).map((name) => ({
      name,
      views: sumOf(rowsByDay.get(name) ?? [], 'views'),
      messages: messagesByDay.get(name)?.length ?? 0,
    }));
  const days = spans(period);
  const isWithin = ({ day }: { day: string }) => day >= `${period.from}` && day <= `${period.to}`;
  const own = rows.filter(isWithin);
  const viewsBy = (title: string, column: string, labelOf: (row: (typeof own)[number]) => string) =>
    shares(
      title,
      [column, VIEWS],
      own.map((row) => [labelOf(row), row.views] as const),
    );
  const subjects = messages.filter(isWithin).map(({ subject }) => [subject, 1] as const);
  const allKept = (first: Period) => startOf(first.from) >= messagesSince;
  const tables = [
    figures(days, spans(before), allKept(period), allKept(before)),
    timeline(days),
    viewsBy('Par page', 'Page', ({ path }) => path),
    viewsBy('Par provenance', 'Provenance', ({ referrer }) => referrer || '(accès direct)'),
    viewsBy('Par appareil', 'Appareil', ({ device }) => devices[device]),
    shares('Messages par sujet', ['Sujet', MESSAGES], subjects),
  ];
  return {
    period: `Du ${longDayLabel(`${period.from}`)} au ${longDayLabel(`${period.to}`)}`,
    tables: days.every(isQuiet) ? [] : tables.filter((table) => table.rows.length > 0),
  };
}

function sumOf<Key extends string>(items: readonly Record<Key, number>[], key: Key): number {
  return items.reduce((sum, item) => sum + item[key], 0);
}

function isQuiet({ views, messages }: Span): boolean {
  return views === 0 && messages === 0;
}

const count = new Intl.NumberFormat('fr-FR');
const percent = new Intl.NumberFormat('fr-FR', { style: 'percent', signDisplay: 'exceptZero' });

/**
 * Lists the main figures. @param isKept, wasKept whether all messages of this period, and of the one before, are still stored
 */
function figures(days: readonly Span[], earlier: readonly Span[], isKept: boolean, wasKept: boolean): Table {
  const total = sumOf(days, 'views');
  const best = days.reduce((most, day) => (day.views > most.views ? day : most));
  // If the earlier period has no view at all, the site was not online yet.
  const known = !earlier.every(isQuiet);
  const figure = (label: string, value: number, before?: number) => [
    label,
    count.format(value),
    before === undefined ? '' : count.format(before),
    before ? percent.format(value / before - 1) : '',
  ];
  const received = isKept ? 'messages reçus' : 'messages reçus, effacés au bout de 12 mois';
  const rows = [
    figure('pages vues', total, known ? sumOf(earlier, 'views') : undefined),
    figure(received, sumOf(days, 'messages'), known && wasKept ? sumOf(earlier, 'messages') : undefined),
    figure('par jour en moyenne', Math.round(total / days.length)),
  ];
  if (total > 0) rows.push(figure(`le jour le plus fort, ${longDayLabel(best.name)}`, best.views));
  return { title: 'En bref', columns: ['', 'Cette période', 'La précédente', 'Écart'], rows };
}

/** A longer period is shown by week, so that its table fits a terminal. */
const MAX_DAYS_SHOWN = 35;

/** Lists the days, or the weeks of a long period, without those that had neither visit nor message. */
function timeline(days: readonly Span[]): Table {
  const isLong = days.length > MAX_DAYS_SHOWN;
  const spans = (isLong ? weeksOf(days) : days).filter((span) => !isQuiet(span));
  const [title, unit] = isLong ? ['Par semaine', 'Semaine du'] : ['Par jour', 'Jour'];
  return {
    title,
    columns: [unit, VIEWS, MESSAGES],
    rows: spans.map(({ name, views, messages }) => [
      dayLabel(name),
      count.format(views),
      count.format(messages),
    ]),
  };
}

function weeksOf(days: readonly Span[]): Span[] {
  const weeks = Map.groupBy(days, ({ name }) => {
    const day = Temporal.PlainDate.from(name);
    return `${day.subtract({ days: day.dayOfWeek - 1 })}`;
  });
  return Array.from(weeks.values(), (week) => ({
    name: week[0]?.name ?? '',
    views: sumOf(week, 'views'),
    messages: sumOf(week, 'messages'),
  }));
}

const MAX_ROWS = 12;

function shares(title: string, columns: string[], counted: readonly (readonly [string, number])[]): Table {
  const all = Array.from(
    Map.groupBy(counted, ([label]) => label),
    ([label, own]) => {
      return { label, sum: own.reduce((sum, [, each]) => sum + each, 0) };
    },
  ).sort((one, other) => other.sum - one.sum || one.label.localeCompare(other.label, 'fr'));
  const rest = all.length > MAX_ROWS ? all.splice(MAX_ROWS - 1) : [];
  if (rest.length > 0) all.push({ label: '(autres)', sum: sumOf(rest, 'sum') });
  return { title, columns, rows: all.map(({ label, sum }) => [label, count.format(sum)]) };
}

/** Formats `2026-03-02` as `lun. 02/03/2026`. */
function dayLabel(day: string): string {
  const parts = { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return Temporal.PlainDate.from(day).toLocaleString('fr-FR', parts);
}

/** Formats `2026-03-02` as `2 mars 2026`. */
function longDayLabel(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('fr-FR', { dateStyle: 'long' }).replace(/^1 /, '1er ');
}

/** A period of days in Paris, the first and the last included. */
export interface Period {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

export function dayOf(now: number): Temporal.PlainDate {
  return Temporal.PlainDate.from(dayInParis(now));
}

export function daysUntil(to: Temporal.PlainDate, days: number): Period {
  return { from: to.subtract({ days: days - 1 }), to };
}

export function daysOfMonth(month: Temporal.PlainYearMonth): Period {
  return { from: month.toPlainDate({ day: 1 }), to: month.toPlainDate({ day: month.daysInMonth }) };
}

/** Returns the preceding period of the same length: in months if the period consists of whole ones, else in days. */
export function periodBefore({ from, to }: Period): Period {
  const next = to.add({ days: 1 });
  const isWhole = from.day === 1 && next.day === 1;
  const length = from.until(next, { largestUnit: isWhole ? 'months' : 'days' });
  return { from: from.subtract(length), to: from.subtract({ days: 1 }) };
}

export function daysOf({ from, to }: Period): string[] {
  const count = from.until(to).days + 1;
  return Array.from({ length: count }, (_, index) => `${from.add({ days: index })}`);
}

/** Returns the first instant of a day, in milliseconds since 1970. */
export function startOf(day: Temporal.PlainDate): number {
  return day.toZonedDateTime('Europe/Paris').epochMilliseconds;
}
