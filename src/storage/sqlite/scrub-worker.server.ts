// A worker thread that rewrites the file and ends: VACUUM takes seconds for a large store, and pages are served meanwhile.
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

const VACUUM_TIMEOUT_MS = 10_000;

const file: string = workerData;
using db = new DatabaseSync(file, { timeout: VACUUM_TIMEOUT_MS });
db.exec('pragma secure_delete = on');
// The copy that a vacuum makes of the whole store stays out of memory and of the system's temporary directory. SQLite removes the
// name of such a file as soon as it has opened it.
const folder = resolve(dirname(file)).replaceAll("'", "''");
db.exec(`pragma temp_store = file; pragma temp_store_directory = '${folder}'`);
db.exec('vacuum');
// Writes the log back here, where nobody waits: what is left of cutting it is quick.
db.exec('pragma wal_checkpoint(passive)');
