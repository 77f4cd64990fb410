import type { Clock } from '../config/clock.ts';

/** Corrections smaller than this are not jumps. */
const JUMP_MS = 5_000;

export type ClockMove = 'steady' | 'back' | 'forward';

/**
 * Tells when the wall clock was set, by comparing it with one that only ever runs.
 * @param monotonic milliseconds, such as `performance.now`
 */
export function watchClock(clock: Clock, monotonic: () => number): () => ClockMove {
  let offset = clock.now() - monotonic();
  return function check() {
    const before = offset;
    offset = clock.now() - monotonic();
    if (offset < before - JUMP_MS) return 'back';
    return offset > before + JUMP_MS ? 'forward' : 'steady';
  };
}
