import { type RetryPolicy, retryDelay } from './retry-delays.ts';

/** Whether the mail server can be reached, judged by the last attempts. */
export interface Outage {
  /** An attempt failed before any mail could be handed over. @returns how long to wait, in milliseconds */
  failed(): number;
  /** An attempt was answered by the server. */
  ended(): void;
  /** Nothing should be tried yet. */
  readonly holds: boolean;
  /** For how long, in whole milliseconds: the columns of the store hold nothing else. */
  readonly remaining: number;
  /** The server has not answered since the last failure: try with one mail before all. */
  readonly suspected: boolean;
}

/**
 * Tracks whether the mail server is reachable.
 * @param monotonic milliseconds of a monotonic clock
 */
export function createOutage(policy: RetryPolicy, random: () => number, monotonic: () => number): Outage {
  let failures = 0;
  let until = Number.NEGATIVE_INFINITY;
  const holds = () => monotonic() < until;
  const remaining = () => Math.max(0, Math.ceil(until - monotonic()));
  return {
    failed() {
      // Several attempts of one round fail together: that is one failure.
      if (!holds()) {
        failures += 1;
        until = monotonic() + retryDelay(policy, failures, random);
      }
      return remaining();
    },
    ended() {
      failures = 0;
      until = Number.NEGATIVE_INFINITY;
    },
    get holds() {
      return holds();
    },
    get remaining() {
      return remaining();
    },
    get suspected() {
      return failures > 0;
    },
  };
}
