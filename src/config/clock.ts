/** Where the time comes from; handed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970 (UTC). */
  now(): number;
}

/** The time of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
