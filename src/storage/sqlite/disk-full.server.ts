import { statfsSync } from 'node:fs';
import { resultCodeOf, resultCodes } from './result-codes.ts';

/** SQLite begins a log with this much. */
const LEAST_BYTES = 64 * 1024;

/** Tells whether this error in this folder, of SQLite or the system, comes of a full disk. */
export function isDiskFull(error: unknown, folder: string): boolean {
  const resultCode = resultCodeOf(error);
  // Of a log that it cannot begin SQLite says no more than that a write failed.
  if (resultCode === resultCodes.ioError) return hasNoRoom(folder);
  return resultCode === resultCodes.full || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC';
}

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_BYTES;
  } catch {
    // The disk itself is gone, a network's for instance.
    return false;
  }
}
