import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { createRecentlyUsed } from '../../config/recently-used.ts';
import type { Batch, Mirror } from '../storage.ts';
import { requireInPlace } from './file-in-place.server.ts';
import { createMirrorUpkeep } from './mirror-upkeep.ts';
import type { QueryOutcome, ThreadCommand, ThreadReply, ThreadRequest, ThreadSettings } from './protocol.ts';
import { keepTemporaryFilesBeside } from './temporary-files.server.ts';
import { untilFree } from './until-free.ts';

/**
 * Pages in the log before it is written back to the store, by the commit that finds it so long: half of SQLite's own 1,000, for
 * the slowest answers are those that wait for it (docs/performance.md).
 */
const LOG_PAGES = 500;

/** Enough for every statement of the product; the oldest leaves first. */
const CACHED_STATEMENTS = 300;

type Result = Extract<ThreadReply, { result: unknown }>['result'];

interface CachedStatement {
  statement: StatementSync;
  reads: boolean;
}

function open(settings: ThreadSettings): DatabaseSync {
  const db = new DatabaseSync(settings.file, { timeout: settings.busyTimeoutMs });
  const deadline = performance.now() + settings.busyTimeoutMs;
  untilFree(deadline, () => db.exec('pragma journal_mode = wal'));
  db.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  db.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
  keepTemporaryFilesBeside(db, settings.file);
  if (settings.queryOnly) db.exec('pragma query_only = on');
  return db;
}

function createRunner(db: DatabaseSync, { file, fileIdentity }: ThreadSettings) {
  const cache = createRecentlyUsed<CachedStatement>(CACHED_STATEMENTS);

  function prepare(sql: string): CachedStatement {
    const known = cache.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    cache.set(sql, prepared);
    return prepared;
  }

  function query(sql: string, parameters: readonly unknown[]): QueryOutcome {
    const { statement, reads } = prepare(sql);
    const values = parameters as SQLInputValue[];
    if (reads) return { rows: statement.all(...values), changes: undefined };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  function rollback(): void {
    if (db.isTransaction) db.exec('rollback');
  }

  function runAll(batches: readonly Batch[]): number[][] {
    const changed: number[][] = [];
    for (const { sql, runs, ifChanged } of batches) {
      const { statement } = prepare(sql);
      const deciding = ifChanged === undefined ? undefined : changed[ifChanged];
      const isLeftOut = (index: number) => deciding?.[index] === 0;
      changed.push(
        runs.map((values, index) =>
          isLeftOut(index) ? 0 : Number(statement.run(...(values as SQLInputValue[])).changes),
        ),
      );
    }
    return changed;
  }

  const upkeep = createMirrorUpkeep(db, runAll);

  function runTransaction(batches: readonly Batch[], mirror: Mirror | undefined): number[][] {
    if (mirror) upkeep.make(mirror);
    db.exec('begin immediate');
    try {
      if (mirror) upkeep.refresh(mirror);
      const changed = runAll(batches);
      db.exec('commit');
      return changed;
    } catch (error) {
      rollback();
      throw error;
    }
  }

  function runCommand(command: ThreadCommand): Result {
    if (command.kind === 'query') return query(command.sql, command.parameters);
    if (command.kind === 'transaction') return runTransaction(command.batches, command.mirror);
    if (command.kind === 'rollback') rollback();
    if (command.kind === 'close') db.close();
    return undefined;
  }

  return function run(command: ThreadCommand): Result {
    try {
      const result = runCommand(command);
      // Afterwards, for nothing may be told that was written into a file without a name.
      if (command.kind === 'query' || command.kind === 'transaction') requireInPlace(file, fileIdentity);
      return result;
    } catch (error) {
      upkeep.distrust();
      throw error;
    }
  };
}

function attempt(id: number, action: () => Result): ThreadReply {
  try {
    return { id, result: action() };
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code: unknown; errcode: unknown };
    return { id, error: { message, code, errcode } };
  }
}

const port = parentPort;
if (port) {
  let run: ((command: ThreadCommand) => Result) | undefined;
  const opened = attempt(0, () => {
    const settings = workerData as ThreadSettings;
    // SQLite would make a new one.
    requireInPlace(settings.file, settings.fileIdentity);
    run = createRunner(open(settings), settings);
    return undefined;
  });
  port.on('message', ({ id, command }: ThreadRequest) => {
    port.postMessage(attempt(id, () => run?.(command)));
    if (command.kind === 'close') port.close();
  });
  port.postMessage(opened);
  if ('error' in opened) port.close();
}
