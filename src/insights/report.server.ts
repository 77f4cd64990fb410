import { DAY_MS } from '../config/clock.ts';
import { dayInParis } from '../config/day-in-paris.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** One counter of the store. */
export type ViewRow = Database['page_view'];

/** One entry of a list, with its views. */
export interface Share {
  /** A day, a path, a host ('' for direct access), a device class; null for all the rest together. */
  name: string | null;
  views: number;
}

/** A day, or a week named by its first day. */
export interface Span {
  name: string;
  views: number;
  /** Messages received. */
  messages: number;
}

/** Page views of a period, summed up in four ways, and the messages received. */
export interface Report {
  from: string;
  to: string;
  total: number;
  messages: number;
  /** Every day of the period in order, quiet ones too. */
  days: Span[];
  paths: Share[];
  referrers: Share[];
  devices: Share[];
}

/** Longer lists end in one entry for all the rest. */
const MAX_ENTRIES = 12;

/**
 * Sums counters up.
 * @param messageDays the day of each message @param period every day of it, in order
 */
export function summarise(
  rows: readonly ViewRow[],
  messageDays: readonly string[],
  period: readonly string[],
): Report {
  const views = sumsBy(rows, ({ day }) => day);
  const messages = Object.groupBy(messageDays, (day) => day);
  return {
    from: period[0] ?? '',
    to: period.at(-1) ?? '',
    total: rows.reduce((total, { views }) => total + views, 0),
    messages: messageDays.length,
    days: period.map((name) => ({
      name,
      views: views.get(name) ?? 0,
      messages: messages[name]?.length ?? 0,
    })),
    paths: shares(rows, ({ path }) => path),
    referrers: shares(rows, ({ referrer }) => referrer),
    devices: shares(rows, ({ device }) => device),
  };
}

function sumsBy(rows: readonly ViewRow[], keyOf: (row: ViewRow) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.views);
  return sums;
}

/** Sums the views by key, most viewed first. */
function shares(rows: readonly ViewRow[], keyOf: (row: ViewRow) => string): Share[] {
  const sorted = [...sumsBy(rows, keyOf)]
    .map(([name, views]) => ({ name, views }))
    .sort((one, other) => other.views - one.views || one.name.localeCompare(other.name, 'fr'));
  if (sorted.length <= MAX_ENTRIES) return sorted;
  const rest = sorted.slice(MAX_ENTRIES - 1).reduce((total, { views }) => total + views, 0);
  return [...sorted.slice(0, MAX_ENTRIES - 1), { name: null, views: rest }];
}

/** Beyond this many days the timeline shows weeks, to fit a terminal. */
const MAX_DAYS_SHOWN = 35;

/** Gives the days one by one or, when they are many, the weeks, which begin on Monday. */
export function timelineOf({ days }: Report): { unit: 'days' | 'weeks'; spans: Span[] } {
  if (days.length <= MAX_DAYS_SHOWN) return { unit: 'days', spans: days };
  const spans: Span[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    const isMonday = Temporal.PlainDate.from(day.name).dayOfWeek === 1;
    if (!last || isMonday) spans.push({ ...day });
    else {
      last.views += day.views;
      last.messages += day.messages;
    }
  }
  return { unit: 'weeks', spans };
}

/** Lists the days of a report that ends today, oldest first, as `YYYY-MM-DD` in Paris. */
export function lastDays(count: number, now: number): string[] {
  const today = Temporal.PlainDate.from(dayInParis(now));
  return Array.from({ length: count }, (_, index) => `${today.subtract({ days: count - 1 - index })}`);
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
  const messageDays = messages.map(({ received_at }) => dayInParis(received_at));
  return summarise(
    rows,
    messageDays.filter((day) => period.includes(day)),
    period,
  );
}
