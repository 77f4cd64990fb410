import { DAY_MS } from '../config/clock.ts';
import { dayInParis } from '../config/day-in-paris.ts';
import type { Storage } from '../storage/storage.ts';
import { type Report, summarise, type ViewRow } from './report.ts';

/** Lists the days of a report that ends today, oldest first, as `YYYY-MM-DD` in Paris. */
export function lastDays(count: number, now: number): string[] {
  // Noon: neither a change of the clocks nor the hour of the day can skip or repeat a day.
  const [year = 0, month = 1, day = 1] = dayInParis(now).split('-').map(Number);
  const today = Date.UTC(year, month - 1, day, 12);
  return Array.from({ length: count }, (_, index) => dayInParis(today - (count - 1 - index) * DAY_MS));
}

/** Sums up the page views (STAT-1) and the messages of the last days. */
export async function readReport({ reads }: Storage, days: number, now: number): Promise<Report> {
  const period = lastDays(days, now);
  const rows: ViewRow[] = await reads
    .selectFrom('page_view')
    .select(['day', 'path', 'referrer', 'device', 'views'])
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
