import { type Clock, DAY_MS } from '../config/clock.ts';

/** Longest stop of the site that is believed. A restored copy is up to a month old. */
const STOPPED_MS = 40 * DAY_MS;
/** No clock that is earlier than the program itself is right. */
const PROGRAM_WRITTEN = Date.UTC(2026, 0, 1);
/** Time begins here in a store that was never told it; what it stamps until then gets a date later. */
const UNKNOWN = Date.UTC(2000, 0, 1);
export const UNKNOWN_UNTIL = Date.UTC(2020, 0, 1);

export type TrustedClock = ReturnType<typeof trustedClock>;

/**
 * Decides what time it is: stamps, queues, page views and retention follow it (R10, R20). The machine's clock counts, unless it
 * disagrees with the last run of retention; then time goes on from there.
 * @param ranAt instant of that run, as the store holds it
 * @param monotonic milliseconds, whatever the wall clock does
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
    /** Learns of the last run again: other processes run too. An earlier one than before is the operator's word. */
    learn(ranAt = UNKNOWN): void {
      known = ranAt < noted ? ranAt : Math.max(ranAt, passed());
      knownAt = monotonic();
      noted = ranAt;
    },
  };
  return clock;
}

/** @param known time that has come for sure */
export function doubtOf(machine: number, known = UNKNOWN): 'ahead' | 'behind' | undefined {
  if (machine < Math.max(PROGRAM_WRITTEN, known - DAY_MS)) return 'behind';
  return known >= UNKNOWN_UNTIL && machine > known + STOPPED_MS ? 'ahead' : undefined;
}

/** Rows go by the earlier time, so that nothing goes too soon. */
export function erasureTime(clock: TrustedClock): number {
  return Math.min(clock.now(), clock.machine.now());
}
