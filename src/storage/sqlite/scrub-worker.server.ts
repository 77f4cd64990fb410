// Rewrites the file in a worker thread: VACUUM takes seconds for a large store, and pages are served meanwhile.
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

const VACUUM_TIMEOUT_MS = 10_000;

const file: string = workerData;
using db = new DatabaseSync(file, { timeout: VACUUM_TIMEOUT_MS });
db.exec('pragma secure_delete = on');
// VACUUM copies the whole store: beside it, not in memory or in the system's temporary directory. SQLite removes the name of
// that file as soon as it has opened it.
const folder = resolve(dirname(file)).replaceAll("'", "''");
db.exec(`pragma temp_store = file; pragma temp_store_directory = '${folder}'`);
db.exec('vacuum');
// Writes the log back in this thread, so that cutting it later is quick.
db.exec('pragma wal_checkpoint(passive)');
