import type { Clock } from '../config/clock.ts';

/** Corrections smaller than this are not jumps. */
const JUMP_MS = 5_000;

/** How the wall clock was set. */
export type ClockMove = 'steady' | 'back' | 'forward';

/**
 * Gives a function that tells whether the wall clock was set since its last call, by comparing it with a monotonic one.
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
