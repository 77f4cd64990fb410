import { type Clock, DAY_MS } from '../config/clock.ts';

/** A clock further ahead of the last known time is wrong; a restored copy alone may explain a month. */
const STOPPED_MS = 40 * DAY_MS;
/** A clock earlier than the program itself is wrong. */
const PROGRAM_WRITTEN = Date.UTC(2026, 0, 1);
/** A new store's time begins here if the machine's clock is wrong; its dates are replaced once the time is known. */
const UNKNOWN = Date.UTC(2000, 0, 1);
export const UNKNOWN_UNTIL = Date.UTC(2020, 0, 1);

export type TrustedClock = ReturnType<typeof trustedClock>;

/**
 * Decides what time it is for stamps, queues, page views and retention (R10, R20). The machine's clock counts unless it
 * contradicts the last run of retention; then time continues from that run.
 * @param ranAt instant of that run, as the store holds it
 * @param monotonic milliseconds, unaffected by changes of the wall clock
 */
export function trustedClock(machine: Clock, ranAt = UNKNOWN, monotonic = () => performance.now()) {
  let noted = ranAt;
  let known = ranAt;
  let knownAt = monotonic();
  const passed = () => known + monotonic() - knownAt;

  const clock = {
    machine,
    get doubt() {
      return doubtOf(machine.now(), passed());
    },
    now: () => Math.round(clock.doubt ? passed() : machine.now()),
    /** Takes the last run from the store, because other processes run too; an earlier one is the operator's correction. */
    learn(ranAt = UNKNOWN): void {
      known = ranAt < noted ? ranAt : Math.max(ranAt, passed());
      knownAt = monotonic();
      noted = ranAt;
    },
  };
  return clock;
}

/** Says how the machine's clock is wrong; undefined if it is believed. @param known time that has come for sure */
export function doubtOf(machine: number, known = UNKNOWN): 'ahead' | 'behind' | undefined {
  if (machine < Math.max(PROGRAM_WRITTEN, known - DAY_MS)) return 'behind';
  return known >= UNKNOWN_UNTIL && machine > known + STOPPED_MS ? 'ahead' : undefined;
}

/** Returns the earlier of both times, so that nothing is erased too soon. */
export function erasureTime(clock: TrustedClock): number {
  return Math.min(clock.now(), clock.machine.now());
}
