import type { Kysely } from 'kysely';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import { watchClock } from './clock-watch.ts';
import { bringForward, clampTimes } from './reschedule.server.ts';

/** Stands between the system's clock and the queue. */
export interface ClockGuard {
  /** Repairs due times and leases after the wall clock was set; call before claiming. */
  follow(): Promise<void>;
  /** False for the length of a lease after a jump forward: leases look expired though their owners are at work. */
  readonly mayTakeOver: boolean;
}

export interface ClockGuardOptions {
  db: Kysely<Database>;
  clock: Clock;
  monotonic: () => number;
  maxDelayMs: number;
  leaseMs: number;
}

const CLAMP_EVERY_MS = 60_000;

/** Keeps a change of the system's clock from sending a mail twice or leaving one behind. */
export function createClockGuard({
  db,
  clock,
  monotonic,
  maxDelayMs,
  leaseMs,
}: ClockGuardOptions): ClockGuard {
  const check = watchClock(clock, monotonic);
  let clampAt = Number.NEGATIVE_INFINITY;
  let setBack = false;
  let takeOverAt = Number.NEGATIVE_INFINITY;
  return {
    async follow() {
      const move = check();
      if (move === 'forward') takeOverAt = monotonic() + leaseMs;
      if (move !== 'steady') clampAt = Number.NEGATIVE_INFINITY;
      setBack ||= move === 'back';
      if (monotonic() < clampAt) return;
      // Forgotten only once the store has taken both: a jump is told of once, and the store may be away then.
      if (setBack) await bringForward(db, clock.now());
      await clampTimes(db, clock.now(), maxDelayMs, leaseMs);
      setBack = false;
      clampAt = monotonic() + CLAMP_EVERY_MS;
    },
    get mayTakeOver() {
      return monotonic() >= takeOverAt;
    },
  };
}
