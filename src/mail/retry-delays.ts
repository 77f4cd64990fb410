const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long to wait after failures. */
export interface RetryPolicy {
  /** After the first failure. */
  firstMs: number;
  /** Doubled at each failure, never beyond this, jitter included. */
  capMs: number;
  /** Share of the delay by which it varies either way, so that mails and replicas spread out. */
  jitter: number;
}

/** The longest wait of any policy. */
export const MAX_DELAY_MS = 15 * MINUTE_MS;

/**
 * One mail that the server put off (4xx), or lost in the middle: tried as long as its message exists.
 * From 30 s: 30 s, 1 min, 2 min, 4 min, 8 min, then 15 min.
 * @param firstMs `MAIL_RETRY_SECONDS`
 */
export function mailRetries(firstMs: number): RetryPolicy {
  return { firstMs, capMs: MAX_DELAY_MS, jitter: 0.2 };
}

/**
 * A server that cannot be reached, for all mails together. One connection is cheap to try, and the server's return should
 * be noticed within minutes. From 30 s: 30 s, 1 min, then 2 min.
 */
export function serverRetries(firstMs: number): RetryPolicy {
  return { firstMs, capMs: Math.max(firstMs, 2 * MINUTE_MS), jitter: 0.2 };
}

/**
 * The wait after so many failures in a row, in milliseconds.
 * @param failures at least 1
 * @param random from 0 to 1
 */
export function retryDelay(
  { firstMs, capMs, jitter }: RetryPolicy,
  failures: number,
  random: () => number,
): number {
  const doubled = Math.min(firstMs * 2 ** (failures - 1), capMs);
  const varied = doubled * (1 + jitter * (2 * random() - 1));
  return Math.round(Math.min(varied, capMs));
}
