/** One counter of the store. */
export interface ViewRow {
  day: string;
  path: string;
  referrer: string;
  device: string;
  views: number;
}

/** One entry of a list, with its views. */
export interface Share {
  /** A day, a path, a host ('' for direct access), a device class; null for all the rest together. */
  name: string | null;
  views: number;
}

/** Page views of a period, summed up in four ways. */
export interface Report {
  from: string;
  to: string;
  total: number;
  /** Every day of the period in order, quiet ones too. */
  days: { name: string; views: number }[];
  paths: Share[];
  referrers: Share[];
  devices: Share[];
}

/** Longer lists end in one entry for all the rest. */
const MAX_ENTRIES = 12;

/** Sums counters up. @param period every day of it, in order */
export function summarise(rows: readonly ViewRow[], period: readonly string[]): Report {
  const perDay = sumsBy(rows, ({ day }) => day);
  return {
    from: period[0] ?? '',
    to: period.at(-1) ?? '',
    total: rows.reduce((total, { views }) => total + views, 0),
    days: period.map((day) => ({ name: day, views: perDay.get(day) ?? 0 })),
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

/** Most viewed first. */
function shares(rows: readonly ViewRow[], keyOf: (row: ViewRow) => string): Share[] {
  const sorted = [...sumsBy(rows, keyOf)]
    .map(([name, views]) => ({ name, views }))
    .sort((one, other) => other.views - one.views || one.name.localeCompare(other.name, 'fr'));
  if (sorted.length <= MAX_ENTRIES) return sorted;
  const rest = sorted.slice(MAX_ENTRIES - 1).reduce((total, { views }) => total + views, 0);
  return [...sorted.slice(0, MAX_ENTRIES - 1), { name: null, views: rest }];
}

/** With more days, bars stand for weeks: they fit the screen of a terminal, and the chart can be read. */
const MAX_DAY_BARS = 35;

/** Views over time. */
export interface Timeline {
  unit: 'days' | 'weeks';
  /** By their first day. */
  bars: { name: string; views: number }[];
}

/** The days one by one, or, when they are many, by weeks that begin on Monday. */
export function timelineOf({ days }: Report): Timeline {
  if (days.length <= MAX_DAY_BARS) return { unit: 'days', bars: days };
  const bars: Timeline['bars'] = [];
  for (const { name, views } of days) {
    const last = bars.at(-1);
    if (last && !isMonday(name)) last.views += views;
    else bars.push({ name, views });
  }
  return { unit: 'weeks', bars };
}

function isMonday(day: string): boolean {
  return new Date(`${day}T12:00:00Z`).getUTCDay() === 1;
}
