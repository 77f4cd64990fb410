import type { Batch, Mirror } from '../storage.ts';

/** What the SQLite thread is told when it starts. */
export interface ThreadSettings {
  file: string;
  /** Of the file that has this name; the thread works with no other. */
  fileIdentity: string | undefined;
  /** Refuses every write on this connection. */
  queryOnly: boolean;
  /** How long a statement waits for another process's lock, in milliseconds. */
  busyTimeoutMs: number;
}

/** `rollback` does nothing when SQLite has already rolled back by itself (disk full, for example). */
export type ThreadCommand =
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  | { kind: 'transaction'; batches: readonly Batch[]; mirror: Mirror | undefined }
  | { kind: 'rollback' }
  | { kind: 'close' };

/** What each kind of command gives. */
export interface ThreadResults {
  query: QueryOutcome;
  transaction: number[][];
  rollback: undefined;
  close: undefined;
}

/** What one statement gave. */
export interface QueryOutcome {
  rows: Record<string, unknown>[];
  /** Rows changed; undefined for a statement that returns rows. */
  changes: number | undefined;
}

/** One command to the thread; its reply carries the same `id`. */
export interface ThreadRequest {
  id: number;
  command: ThreadCommand;
}

/** An error as it crosses the thread: structured clone keeps no own property of an Error. */
export interface WireError {
  message: string;
  code: unknown;
  errcode: unknown;
}

/** The thread's first reply (id 0) says whether the file could be opened. */
export type ThreadReply =
  | { id: number; result: ThreadResults[keyof ThreadResults] }
  | { id: number; error: WireError };
