import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '../open-storage.server.ts';
import type { SqliteStorage, Storage } from '../storage.ts';
import { ConnectionLostError, startConnectionThread } from './connection-thread.server.ts';
import { FILE_GONE_CODE, fileIdentity } from './file-in-place.server.ts';
import { openSqlite } from './open-sqlite.server.ts';
import type { ThreadSettings } from './protocol.ts';

let dataDir: string;
let opened: Storage[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-sqlite-'));
  opened = [];
});

afterEach(async () => {
  for (const storage of opened) await storage.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(at = dataDir): Promise<Storage> {
  const storage = await openStorage({ dataDir: at });
  opened.push(storage);
  return storage;
}

const settingsFor = (file: string): ThreadSettings => ({
  file,
  fileIdentity: fileIdentity(file),
  queryOnly: false,
  busyTimeoutMs: 1000,
});

const refusal = (at: string) =>
  open(at).then(
    () => 'opened',
    (error) => [error.name, error.reason],
  );

const readPragma = async (db: Storage['db'], name: string) =>
  Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];

describe('the file', () => {
  it('is only its owner’s, as are its side files', async () => {
    const deep = join(dataDir, 'a', 'b');
    const storage = await open(deep);
    await sql`create table t (x)`.execute(storage.db);
    const mode = async (name: string) => (await stat(join(deep, name))).mode & 0o777;
    expect(await mode('.')).toBe(0o700);
    const files = (await readdir(deep)).sort();
    expect(files).toEqual(['vitrine.db', 'vitrine.db-shm', 'vitrine.db-wal']);
    for (const file of files) expect(await mode(file)).toBe(0o600);
  });

  it('waits for whoever is creating it', async () => {
    const file = join(dataDir, 'new.db');
    const creator = new DatabaseSync(file);
    creator.exec('create table t (x); begin immediate');
    const starting = startConnectionThread({ ...settingsFor(file), busyTimeoutMs: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    creator.close();
    const thread = await starting;
    await thread.send({ kind: 'close' });
  });

  it('is durable, checks foreign keys and overwrites what is deleted (R11)', async () => {
    const { db, reads } = await open();
    for (const connection of [db, reads]) {
      expect(await readPragma(connection, 'journal_mode')).toBe('wal');
      expect(await readPragma(connection, 'synchronous')).toBe(2);
      expect(await readPragma(connection, 'foreign_keys')).toBe(1);
      expect(await readPragma(connection, 'secure_delete')).toBe(1);
      expect(await readPragma(connection, 'busy_timeout')).toBe(10_000);
      expect(await readPragma(connection, 'wal_autocheckpoint')).toBe(500);
    }
    await expect(sql`create table t (x)`.execute(reads)).rejects.toThrow('readonly');
  });

  it('says why it cannot be used', async () => {
    await writeFile(join(dataDir, 'file'), '');
    expect(await refusal(join(dataDir, 'file', 'below'))).toEqual(['StorageUnavailableError', 'unwritable']);
    await mkdir(join(dataDir, 'folder', 'vitrine.db'), { recursive: true });
    expect(await refusal(join(dataDir, 'folder'))).toEqual(['StorageUnavailableError', 'unwritable-file']);
    await mkdir(join(dataDir, 'text'));
    await writeFile(join(dataDir, 'text', 'vitrine.db'), 'This is not a database. '.repeat(100));
    expect(await refusal(join(dataDir, 'text'))).toEqual(['StorageUnavailableError', 'not-a-database']);
  });

  it('is called busy, not closed to this account, while another program keeps it to itself', async () => {
    const other = new DatabaseSync(join(dataDir, 'vitrine.db'));
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    expect(await refusal(dataDir)).toEqual(['StorageUnavailableError', 'busy']);
    other.close();
  });
});

describe('a file that is no longer in its place', () => {
  const file = () => join(dataDir, 'vitrine.db');
  const batch = { sql: 'insert into t values (?)', runs: [[1]] };

  async function openWithTable(): Promise<SqliteStorage> {
    const storage = await open();
    await sql`create table t (x)`.execute(storage.db);
    return storage as SqliteStorage;
  }

  async function expectRefusals({ db, reads, runInTransaction }: SqliteStorage): Promise<void> {
    const gone = expect.objectContaining({ code: FILE_GONE_CODE });
    await expect(runInTransaction([batch])).rejects.toEqual(gone);
    await expect(sql`insert into t values (1)`.execute(db)).rejects.toEqual(gone);
    await expect(sql`select x from t`.execute(reads)).rejects.toEqual(gone);
    const late = db.transaction().execute((trx) => sql`insert into t values (1)`.execute(trx));
    await expect(late).rejects.toEqual(gone);
  }

  it('takes nothing any more and reads nothing, once it was removed', async () => {
    const storage = await openWithTable();
    await expect(storage.runInTransaction([batch])).resolves.toEqual([[1]]);
    await rm(file());
    await expectRefusals(storage);
    expect(await readdir(dataDir)).not.toContain('vitrine.db');
  });

  it('nor once another file has its name', async () => {
    const storage = await openWithTable();
    await copyFile(file(), join(dataDir, 'backup.db'));
    await rename(join(dataDir, 'backup.db'), file());
    await expectRefusals(storage);
  });
});

describe('scrubbing', () => {
  it('puts what does not fit into memory beside the file, and nowhere else', async () => {
    const { db } = await open();
    expect(await readPragma(db, 'temp_store')).toBe(1);
    expect(await readPragma(db, 'temp_store_directory')).toBe(dataDir);
  });

  it('holds writers up for a moment only while another process reads all the time, as a replicator does', async () => {
    const { db, scrub, cutLog } = await open();
    await sql`create table t (x)`.execute(db);
    const reader = new DatabaseSync(join(dataDir, 'vitrine.db'));
    reader.exec('begin; select * from t');
    reader.prepare('select count(*) from t').get();
    await sql`insert into t values (1)`.execute(db);
    const began = performance.now();
    await scrub();
    const [cut] = await Promise.all([cutLog(), sql`insert into t values (2)`.execute(db)]);
    expect(cut).toBe(false);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await readPragma(db, 'busy_timeout')).toBe(10_000);
    reader.close();
    expect(await cutLog()).toBe(true);
    expect((await stat(join(dataDir, 'vitrine.db-wal'))).size).toBe(0);
  });
});

describe('closing', () => {
  it('finishes what runs, may be asked twice, and refuses what comes later', async () => {
    const storage = await open();
    await sql`create table t (x)`.execute(storage.db);
    const late = storage.db.transaction().execute(async (trx) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return sql`insert into t values (1)`.execute(trx);
    });
    await storage.db.connection().execute(async () => {});
    await Promise.all([storage.close(), storage.close(), late]);
    await expect(sql`select 1`.execute(storage.db)).rejects.toThrow('destroyed');
    const rows = await sql`select x from t`.execute((await open()).db);
    expect(rows.rows).toEqual([{ x: 1 }]);
    expect(await readdir(dataDir)).toContain('vitrine.db');
  });
});

describe('transactions', () => {
  it('report the first error when SQLite has already rolled back', async () => {
    const { db } = await open();
    await sql`create table t (x unique)`.execute(db);
    const twice = db.transaction().execute(async (trx) => {
      await sql`insert into t values (1)`.execute(trx);
      await sql`insert or rollback into t values (1)`.execute(trx);
    });
    await expect(twice).rejects.toThrow('UNIQUE constraint failed');
    expect((await sql`select x from t`.execute(db)).rows).toEqual([]);
  });
});

describe('batches together', () => {
  const insert = (...values: unknown[]) => ({
    sql: 'insert or fail into t select ? where ? > 0',
    runs: values.map((value) => [value, value]),
  });
  const kept = async ({ db }: Storage) =>
    (await sql<{ x: number }>`select x from t order by x`.execute(db)).rows.map(({ x }) => x);

  it('are one transaction, and say what each run changed', async () => {
    const storage = await openSqlite(dataDir);
    opened.push(storage);
    await sql`create table t (x unique)`.execute(storage.db);
    expect(await storage.runInTransaction([insert(1, -1, 2), insert(3)])).toEqual([[1, 0, 1], [1]]);
    await expect(storage.runInTransaction([insert(4), insert(1)])).rejects.toMatchObject({ errcode: 2067 });
    expect(await kept(storage)).toEqual([1, 2, 3]);
    await storage.runInTransaction([insert(4)]);
    expect(await kept(storage)).toEqual([1, 2, 3, 4]);
  });

  it('leave out the runs of which an earlier batch changed nothing, and only those', async () => {
    const storage = await openSqlite(dataDir);
    opened.push(storage);
    await sql`create table t (x unique)`.execute(storage.db);
    const following = { ...insert(10, 20, 30), ifChanged: 1 };
    expect(await storage.runInTransaction([insert(1), insert(2, -1, 3), following])).toEqual([
      [1],
      [1, 0, 1],
      [1, 0, 1],
    ]);
    expect(await kept(storage)).toEqual([1, 2, 3, 10, 30]);
  });

  it('are refused once the store is closed', async () => {
    const storage = await openSqlite(dataDir);
    await sql`create table t (x unique)`.execute(storage.db);
    await storage.close();
    await expect(storage.runInTransaction([insert(1)])).rejects.toThrow('closed');
  });

  it('wait for the transaction that has the connection', async () => {
    const storage = await openSqlite(dataDir);
    opened.push(storage);
    await sql`create table t (x unique)`.execute(storage.db);
    let together: Promise<unknown> | undefined;
    const failed = storage.db.transaction().execute(async (trx) => {
      await sql`insert into t values (1)`.execute(trx);
      together = storage.runInTransaction([insert(2)]);
      await sql`insert into t values (3)`.execute(trx);
      throw new Error('given up');
    });
    await expect(failed).rejects.toThrow('given up');
    await together;
    expect(await kept(storage)).toEqual([2]);
  });
});

describe('the thread', () => {
  async function settingsForNew(): Promise<ThreadSettings> {
    const file = join(dataDir, 'x.db');
    await writeFile(file, '');
    return settingsFor(file);
  }

  it('rejects what was pending when it dies', async () => {
    const thread = await startConnectionThread(await settingsForNew());
    // Long, not endless: a thread that has begun a statement ends only after it.
    const long =
      'with recursive n(i) as (select 1 union all select i + 1 from n limit 3000000) select max(i) from n';
    const pending = [1, 2].map(() => thread.send({ kind: 'query', sql: long, parameters: [] }));
    const settled = Promise.allSettled(pending);
    await thread.kill();
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ConnectionLostError) });
    }
    expect(thread.alive).toBe(false);
    await expect(thread.send({ kind: 'rollback' })).rejects.toThrow(ConnectionLostError);
  });

  it('is replaced after its death, and nothing of the broken transaction stays or goes on', async () => {
    const { SqliteDriver } = await import('./driver.server.ts');
    const driver = new SqliteDriver(await settingsForNew());
    const run = (connection: unknown, text: string) =>
      (connection as { executeQuery(query: object): Promise<{ rows: unknown[] }> }).executeQuery({
        sql: text,
        parameters: [],
      });
    await driver.init();
    const first = await driver.acquireConnection();
    await run(first, 'create table t (x)');
    await driver.beginTransaction(first as never);
    await run(first, 'insert into t values (1)');
    await (first as unknown as { thread: { kill(): Promise<void> } }).thread.kill();
    await expect(run(first, 'insert into t values (2)')).rejects.toThrow(ConnectionLostError);
    await driver.rollbackTransaction(first as never);
    await driver.releaseConnection(first);
    const second = await driver.acquireConnection();
    expect((await run(second, 'select x from t')).rows).toEqual([]);
    await driver.releaseConnection(second);
    await driver.destroy();
  });
});
