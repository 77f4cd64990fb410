/** Functions take a clock as an argument, so that tests can move it. */
export interface Clock {
  /** Returns milliseconds since 1970 (UTC). */
  now(): number;
}

/** 24 hours in milliseconds; a calendar day may have 23 or 25. */
export const DAY_MS = 86_400_000;

export const systemClock: Clock = { now: () => Date.now() };

/** Returns the day in Paris as `YYYY-MM-DD`. @param instant milliseconds since 1970 */
export function dayInParis(instant: number): string {
  const here = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('Europe/Paris');
  return here.toPlainDate().toString();
}
