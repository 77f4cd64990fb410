import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from '../open-storage.server.ts';
import type { Storage } from '../storage.ts';
import { untilFree } from './dialect.server.ts';
import { FILE_GONE_CODE } from './file-in-place.server.ts';

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
    const creator = new DatabaseSync(join(dataDir, 'vitrine.db'));
    creator.exec('create table t (x); begin immediate');
    const starting = open();
    await delay(300);
    creator.close();
    await starting;
  });

  it('is durable, checks foreign keys and overwrites what is deleted (R11)', async () => {
    const { db, reads } = await open();
    for (const connection of [db, reads]) {
      expect(await readPragma(connection, 'journal_mode')).toBe('wal');
      expect(await readPragma(connection, 'synchronous')).toBe(2);
      expect(await readPragma(connection, 'foreign_keys')).toBe(1);
      expect(await readPragma(connection, 'secure_delete')).toBe(1);
      expect(await readPragma(connection, 'busy_timeout')).toBe(0);
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
  async function openWithTable(): Promise<Storage> {
    const storage = await open();
    await sql`create table t (x)`.execute(storage.db);
    return storage;
  }

  async function expectRefusals({ db, reads }: Storage): Promise<void> {
    const gone = expect.objectContaining({ code: FILE_GONE_CODE });
    await expect(sql`insert into t values (1)`.execute(db)).rejects.toEqual(gone);
    await expect(sql`select x from t`.execute(reads)).rejects.toEqual(gone);
    const late = db.transaction().execute((trx) => sql`insert into t values (1)`.execute(trx));
    await expect(late).rejects.toEqual(gone);
  }

  it('takes nothing any more and reads nothing, once it was removed', async () => {
    const storage = await openWithTable();
    await sql`insert into t values (1)`.execute(storage.db);
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

it('waiting for a lock gives up in the end, and waits for nothing else', async () => {
  const attempt = () => Promise.reject(Object.assign(new Error('SQLite'), { errcode: 261 }));
  await expect(untilFree(attempt, 30)).rejects.toThrow('SQLite');
  const other = vi.fn(() => Promise.reject(Object.assign(new Error('SQLite'), { errcode: 11 })));
  await expect(untilFree(other)).rejects.toThrow('SQLite');
  expect(other).toHaveBeenCalledTimes(1);
});

describe('scrubbing', () => {
  it('says that the log could not be cut while another process reads, as a replicator does', async () => {
    const { db, scrub, cutLog } = await open();
    await sql`create table t (x)`.execute(db);
    const reader = new DatabaseSync(join(dataDir, 'vitrine.db'));
    reader.exec('begin');
    reader.prepare('select count(*) from t').get();
    await sql`insert into t values (1)`.execute(db);
    await scrub();
    const [cut] = await Promise.all([cutLog(), sql`insert into t values (2)`.execute(db)]);
    expect(cut).toBe(false);
    reader.close();
    expect(await cutLog()).toBe(true);
    expect((await stat(join(dataDir, 'vitrine.db-wal'))).size).toBe(0);
  });

  it('has let go of the file when it is done', async () => {
    const { db, scrub, cutLog, close } = await open();
    await sql`create table t (x)`.execute(db);
    await scrub();
    expect(await cutLog()).toBe(true);
    await close();
    expect(await readdir(dataDir)).toEqual(['vitrine.db']);
  });

  it('fails as SQLite fails', async () => {
    const { scrub } = await open();
    await rm(dataDir, { recursive: true });
    await expect(scrub()).rejects.toThrow('unable to open database file');
  });
});

describe('closing', () => {
  it('finishes what runs, may be asked twice, and refuses what comes later', async () => {
    const storage = await open();
    await sql`create table t (x)`.execute(storage.db);
    const late = storage.db.transaction().execute(async (trx) => {
      await delay(50);
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
