import { dayInParis } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { UNKNOWN_PATH } from './counters.server.ts';
import { daysOf, type Period, periodBefore, startOf } from './period.ts';
import { insightsWords as words } from './words.ts';

/** One counter of the store. */
export type ViewRow = Database['page_view'];

/** One message, as far as the report counts it. */
export interface CountedMessage {
  day: string;
  subject: string;
}

/** One list of the report, in words. */
export interface Section {
  title: string;
  /** Titles of the column of labels and of those of numbers. */
  columns: readonly [string, ...string[]];
  entries: { label: string; counts: number[] }[];
}

/** A number of the period, and the same of the period before, if that says something. */
export interface Figure {
  label: string;
  value: string;
  before: string;
  /** `+22 %` */
  change: string;
}

/** Page views of a period and the messages received, summed up and in words, for the terminal, HTML and mail alike. */
export interface Report {
  period: string;
  figures: Figure[];
  /** Timeline, pages, referring sites, devices, subjects; none at all where nothing was counted. */
  sections: Section[];
}

/** A day, or a week named by its first day. */
interface Span {
  name: string;
  views: number;
  messages: number;
}

/**
 * Sums up the page views (STAT-1) and the messages of a period, beside the period before.
 * @param messagesSince instant before which messages are erased
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

/** Sums up counters and messages of a period and of the one before. @param messagesSince see {@link readReport} */
export function summarise(
  rows: readonly ViewRow[],
  messages: readonly CountedMessage[],
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
  const deviceNames: Readonly<Record<string, string>> = words.devices;
  const sections = [
    timeline(days),
    shares('paths', own, ({ path }) => (path === UNKNOWN_PATH ? words.unknownPath : path)),
    shares('referrers', own, ({ referrer }) => referrer || words.direct),
    shares('devices', own, ({ device }) => deviceNames[device] ?? device),
    shares(
      'subjects',
      messages.filter(isWithin).map(({ subject }) => ({ subject, views: 1 })),
      ({ subject }) => subject,
    ),
  ];
  const allKept = (first: Period) => startOf(first.from) >= messagesSince;
  return {
    period: words.period(longDayLabel(`${period.from}`), longDayLabel(`${period.to}`)),
    figures: figures(days, spans(before), allKept(period), allKept(before)),
    sections: days.every(isQuiet) ? [] : sections.filter(({ entries }) => entries.length > 0),
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

/** @param isKept, wasKept whether no message of this period, or of the one before, is erased yet */
function figures(
  days: readonly Span[],
  earlier: readonly Span[],
  isKept: boolean,
  wasKept: boolean,
): Figure[] {
  const total = sumOf(days, 'views');
  const best = days.reduce((most, day) => (day.views > most.views ? day : most));
  // A site that was not online yet has nothing to compare with.
  const known = !earlier.every(isQuiet);
  const figure = (label: string, value: number, before?: number): Figure => ({
    label,
    value: count.format(value),
    before: before === undefined ? '' : count.format(before),
    change: before ? percent.format(value / before - 1) : '',
  });
  const { messages, someMessages } = words.figures;
  return [
    figure(words.figures.total, total, known ? sumOf(earlier, 'views') : undefined),
    figure(
      isKept ? messages : someMessages,
      sumOf(days, 'messages'),
      known && wasKept ? sumOf(earlier, 'messages') : undefined,
    ),
    figure(words.figures.perDay, Math.round(total / days.length)),
    ...(total > 0 ? [figure(words.figures.best(longDayLabel(best.name)), best.views)] : []),
  ];
}

/** Beyond this many days the timeline shows weeks, to fit a terminal. */
const MAX_DAYS_SHOWN = 35;

/** Lists the days or, when they are many, the weeks; consecutive ones without a visit or a message become one entry. */
function timeline(days: readonly Span[]): Section {
  const unit = days.length > MAX_DAYS_SHOWN ? 'weeks' : 'days';
  const folded: (Span & { last: string })[] = [];
  for (const span of unit === 'weeks' ? weeksOf(days) : days) {
    const before = folded.at(-1);
    if (before && isQuiet(before) && isQuiet(span)) before.last = span.name;
    else folded.push({ ...span, last: span.name });
  }
  const entries = folded.map(({ name, last, views, messages }) => {
    const label = name === last ? dayLabel(name) : words.quiet(dayLabel(name), dayLabel(last));
    return { label, counts: [views, messages] };
  });
  const { columns } = words;
  return { title: words.sections[unit], columns: [columns[unit], columns.views, columns.messages], entries };
}

/** Adds days up to weeks, which begin on Monday. */
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

/** Longer lists end in one entry for all the rest. */
const MAX_ENTRIES = 12;

/** Sums views, or messages, up by a label, the most first. */
function shares<Row extends { views: number }>(
  name: 'paths' | 'referrers' | 'devices' | 'subjects',
  rows: readonly Row[],
  labelOf: (row: Row) => string,
): Section {
  const all = Array.from(Map.groupBy(rows, labelOf), ([label, own]) => ({
    label,
    counts: [sumOf(own, 'views')],
  }));
  const first = ({ counts: [most = 0] }: (typeof all)[number]) => most;
  all.sort((one, other) => first(other) - first(one) || one.label.localeCompare(other.label, 'fr'));
  const rest = all.length > MAX_ENTRIES ? all.slice(MAX_ENTRIES - 1) : [];
  const entries = all.slice(0, all.length - rest.length);
  if (rest.length > 0)
    entries.push({ label: words.others, counts: [rest.reduce((sum, entry) => sum + first(entry), 0)] });
  const { columns } = words;
  const counted = name === 'subjects' ? columns.messages : columns.views;
  return { title: words.sections[name], columns: [columns[name], counted], entries };
}

/** Formats `2026-03-02` as `lun. 02/03/2026`. */
function dayLabel(day: string): string {
  const parts = { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return Temporal.PlainDate.from(day).toLocaleString('fr-FR', parts);
}

/** Formats `2026-03-02` as `2 mars 2026`. */
function longDayLabel(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('fr-FR', { dateStyle: 'long' });
}
