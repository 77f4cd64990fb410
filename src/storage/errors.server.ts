import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Reasons why the store cannot be used; `failure.server.ts` explains each. */
export type UnavailableReason =
  | 'unwritable'
  | 'unwritable-file'
  | 'read-only'
  | 'full'
  | 'busy'
  | 'damaged'
  | 'unreachable'
  | 'wrong-encoding'
  | 'newer-schema'
  | 'older-schema'
  | 'spare-away';

/** Tells that the store cannot be used at all; `cause` is the engine's error. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause: unknown) {
    super(`storage unavailable: ${reason}`, { cause });
    this.reason = reason;
  }

  /** The code of the engine, the system or TLS; its message if there is no code. */
  get causeCode(): string {
    const { code, message } = (this.cause ?? {}) as { code?: unknown; message?: unknown };
    return String(code ?? message);
  }
}

/** Tells that a migration failed and the whole run was rolled back; `cause` is the engine's error. */
export class MigrationFailedError extends Error {
  override name = 'MigrationFailedError';

  constructor(migration: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`migration ${migration} failed: ${why}`, { cause });
  }
}

/** The primary result codes of SQLite that the site distinguishes (sqlite.org/rescode.html). */
export const resultCodes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/**
 * Reads the primary result code of an error of SQLite; undefined for any other error. `node:sqlite` gives the extended code,
 * whose low byte is the primary one: 261 is a BUSY while another process recovers the log.
 */
export function resultCodeOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

const LEAST_BYTES = 64 * 1024;

/** Tells whether a disk is full. @param error of SQLite or the system, about a file in this folder */
export function isDiskFull(error: unknown, folder: string): boolean {
  const resultCode = resultCodeOf(error);
  // On a full disk SQLite may report only a failed write, or a file that cannot be opened.
  if (resultCode === resultCodes.ioError || resultCode === resultCodes.cannotOpen) return hasNoRoom(folder);
  return resultCode === resultCodes.full || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC';
}

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some file systems have no fixed number of files, and report 0 of 0.
    return bavail * bsize < LEAST_BYTES || (files > 0 && ffree === 0);
  } catch {
    // The disk itself may be gone, as a network drive may.
    return false;
  }
}

/**
 * Errors after which PostgreSQL may soon give a session again. SQLSTATE tells of missing connections, a restart or an ended idle
 * session; the other codes are the system's.
 */
const TEMPORARY = /^(08|53300|57P0[1235]|ECONNREFUSED|ECONNRESET|EPIPE)/;

function isTemporary(error: unknown): boolean {
  if (resultCodeOf(error) !== undefined || error instanceof StorageUnavailableError) return false;
  const { code } = (error ?? {}) as { code?: unknown };
  // A broken connection, or a pool without a free one, gives an error without a code.
  return code === undefined || TEMPORARY.test(String(code));
}

/** Work is repeated for this long, as SQLite waits for a lock. */
const PATIENCE_MS = 10_000;
const RETRY_EVERY_MS = 100;

/**
 * Repeats work that a server refuses only for a while.
 * @throws the server's error after ten seconds, any other error at once
 */
export async function patiently<T>(work: () => Promise<T>, isPassing = isTemporary): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() > giveUpAt) throw error;
      await delay(RETRY_EVERY_MS);
    }
  }
}

const LOCKED = '55P03';

export function isBusy(error: unknown): boolean {
  if ((error as { code?: unknown } | undefined)?.code === LOCKED) return true;
  return resultCodeOf(error) === resultCodes.busy;
}

/** Returns why SQLite or the system refuses a store in this folder; undefined if the error does not tell. */
export function reasonOf(error: unknown, folder: string): UnavailableReason | undefined {
  if (isBusy(error)) return 'busy';
  if (isDiskFull(error, folder)) return 'full';
  const resultCode = resultCodeOf(error);
  if (resultCode === resultCodes.corrupt || resultCode === resultCodes.notADatabase) return 'damaged';
  const isClosed = resultCode === resultCodes.readOnly || resultCode === resultCodes.cannotOpen;
  return isClosed ? 'unwritable-file' : undefined;
}
