import { dayInParis } from '../config/clock.ts';

/** Days from one to another, both included, in Paris. */
export interface Period {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

/** Returns the day of an instant. @param now milliseconds since 1970 */
export function dayOf(now: number): Temporal.PlainDate {
  return Temporal.PlainDate.from(dayInParis(now));
}

export function daysUntil(to: Temporal.PlainDate, days: number): Period {
  return { from: to.subtract({ days: days - 1 }), to };
}

export function daysOfMonth(month: Temporal.PlainYearMonth): Period {
  return { from: month.toPlainDate({ day: 1 }), to: month.toPlainDate({ day: month.daysInMonth }) };
}

/** Returns the period of the same length just before: as many months if it is made of whole ones, else as many days. */
export function periodBefore({ from, to }: Period): Period {
  const next = to.add({ days: 1 });
  const isWhole = from.day === 1 && next.day === 1;
  const length = from.until(next, { largestUnit: isWhole ? 'months' : 'days' });
  return { from: from.subtract(length), to: from.subtract({ days: 1 }) };
}

/** Lists the days of a period, oldest first, as `YYYY-MM-DD`. */
export function daysOf({ from, to }: Period): string[] {
  const count = from.until(to).days + 1;
  return Array.from({ length: count }, (_, index) => `${from.add({ days: index })}`);
}

/** Returns the first instant of a day, in milliseconds since 1970. */
export function startOf(day: Temporal.PlainDate): number {
  return day.toZonedDateTime('Europe/Paris').epochMilliseconds;
}
