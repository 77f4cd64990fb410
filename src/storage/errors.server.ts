import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Reasons why the store cannot be used; `failure.server.ts` explains them. */
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

/** The store cannot be used at all. `cause` is the engine's error. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause: unknown) {
    super(`storage unavailable: ${reason}`, { cause });
    this.reason = reason;
  }

  /** The code of the engine, the system or TLS; their words if there is none. */
  get causeCode(): string {
    const { code, message } = (this.cause ?? {}) as { code?: unknown; message?: unknown };
    return String(code ?? message);
  }
}

/** A migration that could not be applied; the whole run was rolled back. `cause` is the engine's error. */
export class MigrationFailedError extends Error {
  override name = 'MigrationFailedError';

  constructor(migration: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`migration ${migration} failed: ${why}`, { cause });
  }
}

/** The primary result codes of SQLite that the product tells apart (sqlite.org/rescode.html). */
export const resultCodes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/**
 * Reads the primary result code of an error of SQLite; undefined for any other error. `node:sqlite` has the extended one: the
 * primary is its low byte. 261 is BUSY while another process recovers the log.
 */
export function resultCodeOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

const LEAST_BYTES = 64 * 1024;

/** @param error of SQLite or the system, about a file in this folder */
export function isDiskFull(error: unknown, folder: string): boolean {
  const resultCode = resultCodeOf(error);
  // SQLite reports a log that it cannot begin as a failed write, or a file that cannot be opened, without the reason.
  if (resultCode === resultCodes.ioError || resultCode === resultCodes.cannotOpen) return hasNoRoom(folder);
  return resultCode === resultCodes.full || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC';
}

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some file systems have no fixed number of files, and say 0 of 0.
    return bavail * bsize < LEAST_BYTES || (files > 0 && ffree === 0);
  } catch {
    // The disk itself is gone, such as a network drive.
    return false;
  }
}

/**
 * What PostgreSQL or the network says of a session that may be had again soon: a class or code of SQLSTATE (no connection left,
 * a restart, a session ended for idling), or a code of the system.
 */
const TEMPORARY = /^(08|53300|57P0[1235]|ECONNREFUSED|ECONNRESET|EPIPE)/;

function isTemporary(error: unknown): boolean {
  if (resultCodeOf(error) !== undefined || error instanceof StorageUnavailableError) return false;
  const { code } = (error ?? {}) as { code?: unknown };
  // A connection that broke, or a pool that had none to give, has no code.
  return code === undefined || TEMPORARY.test(String(code));
}

/** SQLite waits for as long for a lock. */
const PATIENCE_MS = 10_000;
const RETRY_EVERY_MS = 100;

/**
 * Repeats what a server refuses only for a while.
 * @throws its error after ten seconds, any other at once
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
  const resultCode = resultCodeOf(error);
  return resultCode === resultCodes.busy || resultCode === resultCodes.locked;
}

/** Returns why SQLite or the system refuses a store in this folder; undefined if their error does not tell. */
export function reasonOf(error: unknown, folder: string): UnavailableReason | undefined {
  if (isBusy(error)) return 'busy';
  if (isDiskFull(error, folder)) return 'full';
  const resultCode = resultCodeOf(error);
  if (resultCode === resultCodes.corrupt || resultCode === resultCodes.notADatabase) return 'damaged';
  const isClosed = resultCode === resultCodes.readOnly || resultCode === resultCodes.cannotOpen;
  return isClosed ? 'unwritable-file' : undefined;
}
