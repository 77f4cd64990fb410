/**
 * Settings of the C library, however the server is started: one heap for all threads instead of one each, and what was freed
 * goes back to the system from 128 KiB on (mallopt(3)).
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Begins this process anew, in its own place and with the same command line, where the settings above are missing: the C
 * library of Linux reads them once, before Node does anything. Values that somebody chose stay.
 */
export function takeServerEnvironment() {
  const isComplete = Object.keys(serverEnvironment).every((name) => name in process.env);
  if (isComplete || process.platform !== 'linux') return;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, words, { ...serverEnvironment, ...process.env });
}
