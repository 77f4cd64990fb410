// A worker thread that rewrites the file and ends: VACUUM takes seconds for a large store, and pages are served meanwhile.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { keepTemporaryFilesBeside } from './temporary-files.server.ts';

/** What the worker is told: the file, and whether only the log is to be emptied. */
export interface ScrubTask {
  file: string;
  kind: 'vacuum' | 'cut-log';
}

/** A replicator reads all the time: the log is then cut when it lets go, and messages must not wait for that. */
const CUT_TIMEOUT_MS = 500;
const VACUUM_TIMEOUT_MS = 10_000;

// Told once the connection is closed: the last one to close removes the log, and may be followed by a restore.
parentPort?.postMessage(carryOut(workerData as ScrubTask));

/** @returns whether it could be done @throws SQLite's error */
function carryOut({ file, kind }: ScrubTask): boolean {
  using db = new DatabaseSync(file, { timeout: kind === 'vacuum' ? VACUUM_TIMEOUT_MS : CUT_TIMEOUT_MS });
  db.exec('pragma secure_delete = on');
  if (kind === 'vacuum') {
    keepTemporaryFilesBeside(db, file);
    db.exec('vacuum');
    return true;
  }
  // A checkpoint that could not is no error to SQLite: its answer says so.
  return db.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0;
}
