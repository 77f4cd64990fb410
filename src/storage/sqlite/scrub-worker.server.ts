// Rewrites the file in a thread of its own: VACUUM takes seconds for a large store, and pages are served meanwhile.
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { temporaryFilesBeside } from '../files.server.ts';

const VACUUM_TIMEOUT_MS = 10_000;

const file: string = workerData;
using db = new DatabaseSync(file, { timeout: VACUUM_TIMEOUT_MS });
temporaryFilesBeside(db, file);
db.exec('vacuum');
// Writing the log back in this thread makes cutting it later quick.
db.exec('pragma wal_checkpoint(passive)');
