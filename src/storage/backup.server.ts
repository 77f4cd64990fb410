import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { removedWhenStopped } from './removed-when-stopped.server.ts';
import { inspectSqlite, type SqliteInspection } from './sqlite/inspect.server.ts';
import { type LeftOutCounts, type LeftOutRows, leaveOut } from './sqlite/leave-out.server.ts';
import { unfinishedName } from './unfinished-file.server.ts';

export interface BackupOptions {
  /** Rows of the store that the copy is not to hold. */
  limits: readonly LeftOutRows[];
  /** The copy is written; it is read back now. */
  onVerify(): void;
}

/** What a copy holds, and what it left out. */
export interface Backup extends SqliteInspection {
  leftOut: LeftOutCounts;
}

/**
 * Copies a SQLite store into one file while others use it. `VACUUM INTO` reads one consistent state without holding
 * writers up (WAL), and leaves out the free pages, where deleted messages could still be read.
 * What the limits leave out is deleted in the copy, never in the store. The file appears under its name only once it was read
 * back and flushed to the disk.
 * @throws UnsoundStoreError, SQLite's and the file system's errors; nothing is left behind
 */
export async function backupSqlite(
  source: string,
  target: string,
  { limits, onVerify }: BackupOptions,
): Promise<Backup> {
  const partial = await unfinishedName(target, 'partial');
  using _ = removedWhenStopped(partial);
  // SQLite takes over an empty file, and with it the mode that keeps other accounts out.
  await (await open(partial, 'wx', 0o600)).close();
  try {
    // Each step of SQLite takes as long as the store is large; a signal is heard between them.
    vacuumInto(source, partial);
    await setImmediate();
    const leftOut = leaveOut(partial, limits);
    onVerify();
    await setImmediate();
    const inspection = inspectSqlite(partial);
    await flush(partial);
    await rename(partial, target);
    await flush(dirname(target));
    return { ...inspection, leftOut };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function vacuumInto(source: string, target: string): void {
  const db = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  try {
    db.prepare('vacuum into ?').run(target);
  } finally {
    db.close();
  }
}

/** What was written to a file, or renamed in a folder, survives a power cut from here on. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
