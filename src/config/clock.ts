/** Where the time comes from; handed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970 (UTC). */
  now(): number;
}

/** 24 hours on a {@link Clock}; the day of a calendar may have 23 or 25. */
export const DAY_MS = 86_400_000;

/** Gives the time of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
