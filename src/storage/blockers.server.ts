import { readFileSync, statSync } from 'node:fs';
import { sqliteFile } from './files.server.ts';
import type { StorageLocation } from './open-storage.server.ts';
import { storedTables } from './schema.ts';

export interface Blocker {
  pid: number;
  /** Its command, or what PostgreSQL tells of its session; never a statement. Empty if this account may not see it. */
  program: string;
  /** Age of its transaction; SQLite does not tell. */
  seconds?: number | null;
}

const CONNECTION_TIMEOUT_MS = 5_000;
const MAX_COMMAND = 100;

/** Lists the programs that have locked the store (R21); empty if the system does not tell. */
export async function storeBlockers({ databaseUrl, dataDir }: StorageLocation): Promise<Blocker[]> {
  if (!databaseUrl) return fileBlockers(sqliteFile(dataDir));
  return sessionBlockers(databaseUrl).catch(() => []);
}

/**
 * Lists the other processes with a lock on a SQLite file, those with an exclusive one if there are any. Linux shows the locks of
 * every account, and open files only of one's own.
 */
export function fileBlockers(file: string): Blocker[] {
  const names = new Set([file, `${file}-wal`, `${file}-shm`].flatMap(lockedName));
  const locks = readText('/proc/locks')
    .split('\n')
    // An arrow marks a process that waits for a lock.
    .filter((line) => !line.includes('->'))
    .map((line) => line.split(/\s+/))
    .map(([, , , mode, pid, name = '']) => ({ mode, pid: Number(pid), name }))
    .filter(({ pid, name }) => names.has(name) && pid !== process.pid);
  const exclusive = locks.filter(({ mode }) => mode === 'WRITE');
  const pids = new Set((exclusive.length > 0 ? exclusive : locks).map(({ pid }) => pid));
  const commandOf = (pid: number) =>
    readText(`/proc/${pid}/cmdline`)
      .replace(/[\s\0]+/g, ' ')
      .trim();
  return [...pids].map((pid) => ({ pid, program: commandOf(pid).slice(0, MAX_COMMAND) }));
}

/** Returns the name of a file in `/proc/locks`: device and inode. */
function lockedName(file: string): string[] {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return [];
  const [major, minor] = [(found.dev >> 8) & 0xfff, (found.dev & 0xff) | ((found.dev >> 12) & 0xfff00)];
  const hex = (part: number) => part.toString(16).padStart(2, '0');
  return [`${hex(major)}:${hex(minor)}:${found.ino}`];
}

/** Returns nothing for a file that is missing or closed: not every system has `/proc`. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Finds the sessions that have locked a table for as long as anybody waits. Reads block only a change of the schema, so they
 * count if there is nothing stronger. A superuser alone sees for how long.
 */
const sessions = `
  with holder as (
    select pid, bool_or(mode <> 'AccessShareLock') as strong
    from pg_locks left join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
    where granted and pid <> pg_backend_pid() and datname = current_database()
      and coalesce(xact_start, '-infinity') < clock_timestamp() - interval '4 seconds'
      and (locktype = 'advisory' or relname = any ($1) and pg_table_is_visible(relation))
    group by pid)
  select pid, extract(epoch from clock_timestamp() - xact_start)::int as seconds,
    concat_ws(' ', nullif(application_name, ''), usename, client_addr, state) as program
  from holder join pg_stat_activity using (pid)
  where strong = (select bool_or(strong) from holder)
  order by xact_start`;

async function sessionBlockers(connectionString: string): Promise<Blocker[]> {
  // Loaded only if needed: most sites have a file.
  const { Client } = await import('pg');
  const limits = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, query_timeout: CONNECTION_TIMEOUT_MS };
  const client = new Client({ connectionString, ...limits });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Blocker>(sessions, [[...storedTables, 'rate_limit']])).rows;
  } finally {
    await client.end();
  }
}
