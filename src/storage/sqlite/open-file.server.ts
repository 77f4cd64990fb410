import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { requireSound } from '../backup.server.ts';
import { resultCodeOf, resultCodes, StorageUnavailableError } from '../errors.server.ts';
import { SITE_KEY } from '../site-key.server.ts';

export type OpenFile = ReturnType<typeof watchFile>;

/**
 * Watches the file of a store from now on. SQLite continues with a file that another program removed, replaced or wrote over, but
 * what it writes then is lost at the next start.
 */
export function watchFile(path: string) {
  const look = () => statSync(path, { bigint: true, throwIfNoEntry: false });
  const opened = look();
  let written = opened?.mtimeNs;
  let isSpoilt = false;

  /** Refuses a file that is no longer the opened one. @throws an error with the code `ERR_STORE_FILE_GONE` */
  function requireInPlace() {
    const found = look();
    if (!isSpoilt && found?.ino === opened?.ino) return found?.mtimeNs;
    // The message says every process, because one that ends later deletes the log of the new file, by its name.
    const message = `${path} was removed or replaced while it was open: stop every process of the site before you restore a copy`;
    throw Object.assign(new Error(message), { code: 'ERR_STORE_FILE_GONE' });
  }

  return {
    requireInPlace,
    /** Notes the state of the file after a write of this process, so that `wasTouched` finds only writes of others. */
    noteWritten(): void {
      written = requireInPlace();
    },
    /**
     * Tells, before a write, whether another process has written into the file, as the site's own processes do.
     * @throws as `requireInPlace` if that has damaged the file
     */
    wasTouched(): boolean {
      if (requireInPlace() === written) return false;
      // At the first look the other process may still have been writing.
      isSpoilt = !hasOwnLog(path) && !hasOwnLog(path);
      written = requireInPlace();
      return true;
    },
  };
}

/**
 * Refuses a damaged store, and one beside the log of another store, as a restore by hand leaves it. The check changes no file,
 * because merely opening the store could write that log into it.
 * @throws StorageUnavailableError `damaged`
 */
export function requireOwnLog(file: string): void {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  const hasLog = sizeOf(`${file}-wal`) > 0;
  try {
    if (sizeOf(file) > 0) requireSoundWith(file, hasLog);
    else if (hasLog) throw new Error('a log without its store');
  } catch (error) {
    const { corrupt, notADatabase } = resultCodes;
    const code = resultCodeOf(error) ?? corrupt;
    // Opening the store reports any other error.
    if (code === corrupt || code === notADatabase) throw new StorageUnavailableError('damaged', error);
  }
}

/** Tells whether the store is sound and the log beside it, if any, its own: whether a start would take both. */
export function hasOwnLog(file: string): boolean {
  try {
    requireOwnLog(file);
    return true;
  } catch {
    return false;
  }
}

function requireSoundWith(file: string, hasLog: boolean): void {
  const isWhole = (db: DatabaseSync) => db.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok';
  if (!hasLog && fromFileAlone(file, isWhole)) return;
  using withLog = new DatabaseSync(file, { readOnly: true });
  // Only the indexes may show that the log is another store's, so the check is complete.
  requireSound(withLog);
  const [key, own] = [keyIn(withLog), fromFileAlone(file, keyIn)];
  if (own !== undefined && own !== key) throw new Error('the log of another store');
}

/**
 * Asks the file without its log. Returns undefined if it is damaged: so it is while SQLite writes the log into it, and after a crash
 * then; the log completes it.
 */
function fromFileAlone<T>(file: string, ask: (db: DatabaseSync) => T): T | undefined {
  // With `immutable`, SQLite reads the file without its log and creates no other file.
  const alone = pathToFileURL(file);
  alone.search = '?immutable=1';
  try {
    using db = new DatabaseSync(alone, { readOnly: true });
    return ask(db);
  } catch {
    return undefined;
  }
}

function keyIn(db: DatabaseSync): unknown {
  const known = db.prepare("select 1 from sqlite_master where name = 'task_run'").get();
  return known && db.prepare('select outcome from task_run where name = ?').get(SITE_KEY)?.['outcome'];
}
