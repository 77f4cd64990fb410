// A worker thread that rewrites the file and ends: VACUUM takes seconds for a large store, and pages are served meanwhile.
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { keepTemporaryFilesBeside } from './temporary-files.server.ts';

const VACUUM_TIMEOUT_MS = 10_000;

const file: string = workerData;
using db = new DatabaseSync(file, { timeout: VACUUM_TIMEOUT_MS });
db.exec('pragma secure_delete = on');
keepTemporaryFilesBeside(db, file);
db.exec('vacuum');
// Writes the log back here, where nobody waits: what is left of cutting it is quick.
db.exec('pragma wal_checkpoint(passive)');
