import { retryDelay } from './retry-delays.ts';
import type { Outcome } from './smtp.server.ts';

/** Tracks whether the mail server takes mail, judged by the attempts of this process. */
export interface Outage {
  /**
   * Notes an attempt.
   * @returns true if the server takes mail again, after an outage of at least the first delay
   */
  note(outcome: Outcome): boolean;
  /** Milliseconds until the server should be tried again; 0 when now. Whole: the store's columns hold nothing else. */
  readonly waitMs: number;
}

/**
 * Keeps the state of the mail server in memory: each process finds out for itself whether it reaches the server.
 * @param firstRetryMs see `retryDelay`
 * @param monotonic milliseconds of a monotonic clock
 */
export function createOutage(firstRetryMs: number, random: () => number, monotonic: () => number): Outage {
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let takesNothingSince: number | undefined;
  return {
    note({ kind }) {
      // Interrupted on this side: it says nothing about the server.
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
  };
}
