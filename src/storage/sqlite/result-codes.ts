/** The primary result codes of SQLite that the product tells apart (sqlite.org/rescode.html). */
export const resultCodes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  notADatabase: 26,
} as const;

/**
 * Gives the primary result code of an error of SQLite; undefined for any other error. `node:sqlite` gives the extended one, which
 * has the primary in its low byte: 261 is BUSY while another process recovers the log.
 */
export function resultCodeOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
