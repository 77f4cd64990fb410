import { dayInParis } from '../config/clock.ts';

/** How long the rows of one table live. Queued mails go with their message. */
export interface RetentionRule {
  table: 'message' | 'page_view';
  /** The column that dates a row. */
  column: string;
  /** Calendar months, in Paris. */
  months: number;
  /** Whether the rows are about a person, so that no trace of an erased one may stay in the store's files. */
  isPersonal: boolean;
  /** The greatest value of the column that is too old. @param before milliseconds since 1970 */
  bound(before: number): number | string;
}

/** Lists everything that is erased for its age (DATA-1). */
export const retentionRules: readonly RetentionRule[] = [
  // PRIV-1: at most 12 months.
  { table: 'message', column: 'received_at', months: 12, isPersonal: true, bound: (before) => before },
  // CNIL, audience measurement: at most 25 months. A day goes as soon as its first view is too old.
  { table: 'page_view', column: 'day', months: 25, isPersonal: false, bound: dayInParis },
];

/** Longest life of a copy of the store, in calendar months (docs/operations/backup.md). Nothing is erased inside a copy. */
const COPY_LIFE_MONTHS = 1;

/**
 * Lists the rows that a copy leaves out: those that become too old during its life. Nothing then lives longer in a copy than
 * in the store (DATA-1).
 * @param now milliseconds since 1970
 */
export function copyLimits(now: number) {
  return retentionRules.map(({ table, column, months, bound }) => {
    const monthsInCopy = months - COPY_LIFE_MONTHS;
    return { table, column, months: monthsInCopy, bound: bound(monthsBefore(now, monthsInCopy)) };
  });
}

/**
 * Returns the latest instant that is this many calendar months ago in Paris. Twelve months after 29 February is 28 February; on
 * 29 February, all of 28 February of the year before is that old. A row may go up to a day early, one of the repeated hour in
 * autumn up to an hour late.
 * @param now milliseconds since 1970
 * @returns likewise
 */
export function monthsBefore(now: number, months: number): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Europe/Paris');
  const there = here.subtract({ months });
  if (there.day < here.day) return there.startOfDay().add({ days: 1 }).epochMilliseconds - 1;
  const isLastDay = here.day === here.daysInMonth;
  return (isLastDay ? there.with({ day: there.daysInMonth }) : there).epochMilliseconds;
}
