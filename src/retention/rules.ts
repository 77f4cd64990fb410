import { dayInParis } from '../config/day-in-paris.ts';
import type { LeftOutRows } from '../storage/backup.server.ts';
import { monthsBefore } from './calendar.ts';

/** What is erased, and after how many calendar months in Paris. Queued mails go with their message. */
export interface RetentionRule {
  table: 'message' | 'page_view';
  /** The column that says how old a row is. */
  column: string;
  months: number;
  /** The greatest value of the column that is too old, given the instant that is. */
  bound(before: number): number | string;
}

/** Everything that is erased for its age (DATA-1). */
export const retentionRules: readonly RetentionRule[] = [
  // PRIV-1: at most 12 months.
  { table: 'message', column: 'received_at', months: 12, bound: (before) => before },
  // CNIL, audience measurement: at most 25 months. A day goes as soon as its first view is too old.
  { table: 'page_view', column: 'day', months: 25, bound: dayInParis },
];

/** How long a copy of the store may be kept, in calendar months (docs/operations/backup.md). Nothing is erased inside one. */
const COPY_KEPT_MONTHS = 1;

/** Rows that a copy leaves out, and after how many months they count as too old there. */
export interface CopyLimit extends LeftOutRows, Pick<RetentionRule, 'months'> {
  table: RetentionRule['table'];
}

/**
 * What a copy made at `now` (milliseconds since 1970) leaves out: what becomes too old while it is kept, so that nothing lives
 * longer in a copy than in the store (DATA-1).
 */
export function copyLimits(now: number): CopyLimit[] {
  return retentionRules.map(({ table, column, months, bound }) => {
    const monthsInCopy = months - COPY_KEPT_MONTHS;
    return { table, column, months: monthsInCopy, bound: bound(monthsBefore(now, monthsInCopy)) };
  });
}

/** Everything of this instant or earlier is too old at `now`; both in milliseconds since 1970. */
export function erasedBefore({ months }: RetentionRule, now: number): number {
  return monthsBefore(now, months);
}
