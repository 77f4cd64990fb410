import { resultCodeOf, resultCodes } from './result-codes.ts';

const PAUSE_MS = 20;

/**
 * Attempts again and again while SQLite answers BUSY at once instead of waiting: where several processes switch a new file to
 * WAL, and where one recovers the log after a crash. Blocks its thread.
 * @param deadline after which a BUSY is thrown like any other error, by `performance.now()`
 */
export function untilFree<T>(deadline: number, attempt: () => T): T {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (resultCodeOf(error) !== resultCodes.busy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
