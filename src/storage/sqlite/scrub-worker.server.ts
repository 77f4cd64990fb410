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

const { file, kind } = workerData as ScrubTask;
const db = new DatabaseSync(file, { timeout: kind === 'vacuum' ? VACUUM_TIMEOUT_MS : CUT_TIMEOUT_MS });
try {
  db.exec('pragma secure_delete = on');
  keepTemporaryFilesBeside(db, file);
  if (kind === 'vacuum') db.exec('vacuum');
  // A checkpoint that could not is no error to SQLite: its answer says so.
  const answer = kind === 'cut-log' ? db.prepare('pragma wal_checkpoint(truncate)').get() : undefined;
  parentPort?.postMessage(answer?.['busy'] !== 1);
} finally {
  db.close();
}
