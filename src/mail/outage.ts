import { retryDelay } from './retry-delays.ts';
import type { Outcome } from './smtp.server.ts';

/** Tracks whether the mail server takes mail, judged by the attempts of this process. */
export interface Outage {
  /**
   * Takes note of an attempt.
   * @returns true when the server takes mail again after it took none for at least the first delay
   */
  note(outcome: Outcome): boolean;
  /** Milliseconds until the server should be tried again; 0 when now. Whole: the store's columns hold nothing else. */
  readonly waitMs: number;
  /** The server could not be reached last time: try with one mail before all. */
  readonly suspected: boolean;
}

/**
 * Keeps an outage in memory, so that each process finds out for itself whether it reaches the server.
 * @param firstRetryMs see `retryDelay`
 * @param monotonic milliseconds of a clock that nobody sets
 */
export function createOutage(firstRetryMs: number, random: () => number, monotonic: () => number): Outage {
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let takesNothingSince: number | undefined;
  return {
    note({ kind }) {
      // Cut short on this side: it says nothing of the server.
      if (kind === 'interrupted') return false;
      const now = monotonic();
      if (kind !== 'unreachable') {
        failures = 0;
        retryAt = Number.NEGATIVE_INFINITY;
      } else if (now >= retryAt) {
        // Several attempts that fail together are one failure.
        failures += 1;
        retryAt = now + retryDelay('server', firstRetryMs, failures, random);
      }
      if (kind !== 'accepted') {
        takesNothingSince ??= now;
        return false;
      }
      const returned = now - (takesNothingSince ?? now) >= firstRetryMs;
      takesNothingSince = undefined;
      return returned;
    },
    get waitMs() {
      return Math.max(0, Math.ceil(retryAt - monotonic()));
    },
    get suspected() {
      return failures > 0;
    },
  };
}
