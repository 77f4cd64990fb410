import { DAY_MS, dayInParis } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { UNKNOWN_PATH } from './page-view.ts';
import { insightsWords as words } from './words.ts';

/** One counter of the store. */
export type ViewRow = Database['page_view'];

/** One list of the report, in words. */
export interface Section {
  title: string;
  /** Title of the first column. */
  column: string;
  /** `messages`: received, in the timeline only. */
  entries: { label: string; views: number; messages?: number }[];
}

/** Page views of a period and the messages received, summed up and in words, for the terminal and for HTML alike. */
export interface Report {
  period: string;
  figures: (readonly [label: string, value: string])[];
  /** Timeline, pages, referring sites, devices; none at all where nothing was counted. */
  sections: Section[];
}

/** A day, or a week named by its first day. */
interface Span {
  name: string;
  views: number;
  messages: number;
}

/** Sums up the page views (STAT-1) and the messages of the last days. */
export async function readReport({ reads }: Storage, days: number, now: number): Promise<Report> {
  const period = lastDays(days, now);
  const rows = await reads
    .selectFrom('page_view')
    .selectAll()
    .where('day', '>=', period[0] ?? '')
    .where('day', '<=', period.at(-1) ?? '')
    .execute();
  const messages = await reads
    .selectFrom('message')
    .select('received_at')
    .where('received_at', '>=', now - (days + 1) * DAY_MS)
    .execute();
  return summarise(
    rows,
    messages.map(({ received_at }) => dayInParis(received_at)),
    period,
  );
}

/** Lists the days of a report that ends today, oldest first, as `YYYY-MM-DD` in Paris. */
export function lastDays(count: number, now: number): string[] {
  const today = Temporal.PlainDate.from(dayInParis(now));
  return Array.from({ length: count }, (_, index) => `${today.subtract({ days: count - 1 - index })}`);
}

/**
 * Sums counters up.
 * @param messageDays the day of each message @param period every day of it, in order
 */
export function summarise(
  rows: readonly ViewRow[],
  messageDays: readonly string[],
  period: readonly string[],
): Report {
  const rowsByDay = Map.groupBy(rows, ({ day }) => day);
  const messagesByDay = Map.groupBy(messageDays, (day) => day);
  const days = period.map((name) => ({
    name,
    views: sumOf(rowsByDay.get(name) ?? [], 'views'),
    messages: messagesByDay.get(name)?.length ?? 0,
  }));
  const deviceNames: Readonly<Record<string, string>> = words.devices;
  const sections = [
    timeline(days),
    shares('paths', rows, ({ path }) => (path === UNKNOWN_PATH ? words.unknownPath : path)),
    shares('referrers', rows, ({ referrer }) => referrer || words.direct),
    shares('devices', rows, ({ device }) => deviceNames[device] ?? device),
  ];
  return {
    period: words.period(longDayLabel(period[0] ?? ''), longDayLabel(period.at(-1) ?? '')),
    figures: figures(days),
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

function figures(days: readonly Span[]): Report['figures'] {
  const total = sumOf(days, 'views');
  const best = days.reduce((most, day) => (day.views > most.views ? day : most));
  return [
    [words.figures.total, count.format(total)],
    [words.figures.messages, count.format(sumOf(days, 'messages'))],
    [words.figures.perDay, count.format(Math.round(total / days.length))],
    ...(total > 0 ? [[words.figures.best(longDayLabel(best.name)), count.format(best.views)] as const] : []),
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
    return { label, views, messages };
  });
  return { title: words.sections[unit], column: words.columns[unit], entries };
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

/** Sums views up by a label, the most viewed first. */
function shares(
  name: 'paths' | 'referrers' | 'devices',
  rows: readonly ViewRow[],
  labelOf: (row: ViewRow) => string,
): Section {
  const all = Array.from(Map.groupBy(rows, labelOf), ([label, own]) => ({
    label,
    views: sumOf(own, 'views'),
  }));
  all.sort((one, other) => other.views - one.views || one.label.localeCompare(other.label, 'fr'));
  const rest = all.length > MAX_ENTRIES ? all.slice(MAX_ENTRIES - 1) : [];
  const entries = all.slice(0, all.length - rest.length);
  if (rest.length > 0) entries.push({ label: words.others, views: sumOf(rest, 'views') });
  return { title: words.sections[name], column: words.columns[name], entries };
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
