import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aMessage, storeMessages } from '../../../tests/support/contact.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { storeMessage } from '../../contact/store-message.server.ts';
import { vacuumInto } from '../backup.server.ts';
import { StorageUnavailableError } from '../errors.server.ts';
import { migrate } from '../migrate.server.ts';
import { openStorage } from '../open-storage.server.ts';
import { isKeptName, putInPlace } from '../restore.server.ts';
import { createSiteKey } from '../site-key.server.ts';
import type { Storage } from '../storage.ts';
import { noteRun } from '../task-runs.server.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await temporaryFolder();
});

async function open(at = dataDir): Promise<Storage> {
  const storage = await openStorage({ dataDir: at });
  onTestFinished(storage.close);
  return storage;
}

const refusal = (at: string) =>
  open(at).then(
    () => 'opened',
    (error) => error instanceof StorageUnavailableError && error.reason,
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
      const wanted = {
        journal_mode: 'wal',
        synchronous: 2,
        foreign_keys: 1,
        secure_delete: 1,
        busy_timeout: 0,
      };
      for (const [name, value] of Object.entries(wanted))
        expect(await readPragma(connection, name), name).toBe(value);
    }
    await expect(sql`create table t (x)`.execute(reads)).rejects.toThrow('readonly');
  });

  it('says why it cannot be used', async () => {
    const at = (name: string) => join(dataDir, name);
    await writeFile(at('file'), '');
    expect(await refusal(at('file/below'))).toBe('unwritable');
    await mkdir(at('folder/vitrine.db'), { recursive: true });
    expect(await refusal(at('folder'))).toBe('unwritable-file');
    await mkdir(at('text'));
    await writeFile(at('text/vitrine.db'), 'This is not a database. '.repeat(100));
    expect(await refusal(at('text'))).toBe('damaged');
    // Another program has locked the store exclusively.
    using other = new DatabaseSync(at('vitrine.db'));
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    vi.useFakeTimers({ toFake: ['performance'] });
    const waiting = setInterval(() => vi.advanceTimersByTime(10_001), 50);
    expect(await refusal(dataDir)).toBe('busy');
    clearInterval(waiting);
    vi.useRealTimers();
  });
});

const replace = async () => {
  await copyFile(join(dataDir, 'vitrine.db'), join(dataDir, 'backup.db'));
  await rename(join(dataDir, 'backup.db'), join(dataDir, 'vitrine.db'));
};

it.each([
  ['removed', () => rm(join(dataDir, 'vitrine.db'))],
  ['replaced', replace],
])('a file is neither written nor read any more, once it was %s', async (_how, goAway) => {
  const { db, reads } = await open();
  await sql`create table t (x)`.execute(db);
  await goAway();
  const files = await readdir(dataDir);
  const gone = expect.objectContaining({ code: 'ERR_STORE_FILE_GONE' });
  await expect(sql`insert into t values (1)`.execute(db)).rejects.toEqual(gone);
  await expect(sql`select x from t`.execute(reads)).rejects.toEqual(gone);
  const late = db.transaction().execute((trx) => sql`insert into t values (1)`.execute(trx));
  await expect(late).rejects.toEqual(gone);
  expect(await readdir(dataDir)).toEqual(files);
});

async function copyWith(texts: readonly string[]): Promise<string> {
  const at = await temporaryFolder();
  const storage = await open(at);
  await migrate(storage);
  await createSiteKey(storage)();
  const messages = texts.map((message) => aMessage({ message }));
  await storeMessages(storage, messages, Date.now());
  await storage.close();
  return join(at, 'vitrine.db');
}
const manyTexts = Array.from({ length: 120 }, (_, index) => `Dans la copie ${index}. ${'mot '.repeat(50)}`);
const textsOf = async ({ reads }: Storage) =>
  (await reads.selectFrom('message').select('body').execute()).map(({ body }) => body);

const copies: [texts: string[]][] = [[manyTexts], [['Une copie.']], [[]]];

it.each<[copied: string[] | undefined]>([...copies, [undefined]])(
  'R25: acknowledges nothing that a copy over the file loses',
  async (copied) => {
    const file = join(dataDir, 'vitrine.db');
    const running = await open();
    await migrate(running);
    await createSiteKey(running)();
    await storeMessages(running, [aMessage({ message: 'Avant' })], Date.now());
    const own = join(await temporaryFolder(), 'own.db');
    vacuumInto(file, own);
    if (!copied) {
      const messages = manyTexts.map((message) => aMessage({ message }));
      await storeMessages(running, messages, Date.now());
      await running.cutLog();
    }
    await copyFile(copied ? await copyWith(copied) : own, file);
    const acknowledged: string[] = [];
    for (const message of ['Après', 'Encore après']) {
      const stored = await storeMessage(running, aMessage({ message }), Date.now()).catch((error) => error);
      if (stored instanceof Error) expect(stored).toMatchObject({ code: 'ERR_STORE_FILE_GONE' });
      else acknowledged.push(message);
    }
    // As a kill leaves them, and as an end does.
    const killed = await temporaryFolder();
    for (const name of ['vitrine.db', 'vitrine.db-wal'])
      await copyFile(join(dataDir, name), join(killed, name));
    await running.close();
    for (const at of [killed, dataDir]) {
      const restarted = await openStorage({ dataDir: at }).then(textsOf, () => []);
      expect(restarted).toEqual(expect.arrayContaining(acknowledged));
    }
  },
);

it('R25: opens with every message although its log is half written into it, as by a crash or another process', async () => {
  const running = await open();
  await migrate(running);
  await createSiteKey(running)();
  await running.cutLog();
  await storeMessages(
    running,
    manyTexts.map((message) => aMessage({ message })),
    Date.now(),
  );
  const killed = await temporaryFolder();
  for (const name of ['vitrine.db', 'vitrine.db-wal'])
    await copyFile(join(dataDir, name), join(killed, name));
  await running.cutLog();
  // The first page is written first, and tells of pages that the file does not have yet.
  const whole = await readFile(join(dataDir, 'vitrine.db'));
  const half = await readFile(join(killed, 'vitrine.db'));
  expect(whole.length).toBeGreaterThan(half.length);
  await writeFile(join(killed, 'vitrine.db'), Buffer.concat([whole.subarray(0, 4096), half.subarray(4096)]));
  expect((await textsOf(await open(killed))).sort()).toEqual([...manyTexts].sort());
});

describe('R25: a store beside the log of another', () => {
  /**
   * Leaves the log of a process that was killed, and puts a copy where its store was.
   * @param before messages of that store that are not in its log; with some, the site's key is not there either
   */
  async function replacedByHand(copied: readonly string[], before: readonly string[] = []) {
    const at = await temporaryFolder();
    const killed = await open(at);
    await migrate(killed);
    await createSiteKey(killed)();
    const messages = before.map((message) => aMessage({ message }));
    await storeMessages(killed, messages, Date.now());
    await killed.cutLog();
    await storeMessages(killed, [aMessage({ message: 'Dans le journal' })], Date.now());
    if (before.length === 0) await noteRun(killed.db, 'retention', { ran_at: Date.now() });
    const copy = await copyWith(copied);
    await copyFile(copy, join(dataDir, 'vitrine.db'));
    await copyFile(join(at, 'vitrine.db-wal'), join(dataDir, 'vitrine.db-wal'));
    return copy;
  }

  it.each(copies)('is neither opened nor changed', async (copied) => {
    await replacedByHand(copied);
    const before = await readFile(join(dataDir, 'vitrine.db'));
    expect(await refusal(dataDir)).toBe('damaged');
    expect(await readFile(join(dataDir, 'vitrine.db'))).toEqual(before);
  });

  it('is refused although only its indexes tell', async () => {
    await replacedByHand(manyTexts.slice(0, 50), manyTexts.slice(50, 100));
    expect(await refusal(dataDir)).toBe('damaged');
  });

  it('is not made new where only a log is left', async () => {
    await replacedByHand([]);
    await rm(join(dataDir, 'vitrine.db'));
    expect(await refusal(dataDir)).toBe('damaged');
    expect(await readdir(dataDir)).toEqual(['vitrine.db-wal']);
  });

  it('is put right by a restore, which keeps all old files together', async () => {
    const copy = await replacedByHand(manyTexts);
    await putInPlace(copy, join(dataDir, 'vitrine.db'), Date.UTC(2026, 0, 2, 3, 4, 5));
    expect((await textsOf(await open())).sort()).toEqual([...manyTexts].sort());
    const kept = (await readdir(dataDir)).filter(isKeptName);
    const name = 'vitrine-avant-2026-01-02T03-04-05.db';
    expect(kept.sort()).toEqual([name, `${name}-shm`, `${name}-wal`]);
  });

  it('is opened after a kill, with all that its own log holds', async () => {
    const killed = await open();
    await migrate(killed);
    await createSiteKey(killed)();
    await storeMessages(killed, [aMessage({ message: 'Dans le journal' })], Date.now());
    const at = await temporaryFolder();
    for (const name of ['vitrine.db', 'vitrine.db-wal']) await copyFile(join(dataDir, name), join(at, name));
    expect(await textsOf(await open(at))).toEqual(['Dans le journal']);
  });
});

it('each statement waits ten seconds for the lock, from when it is asked, whatever waits before it (R7)', async () => {
  const { db } = await open();
  await sql`create table t (x)`.execute(db);
  using other = new DatabaseSync(join(dataDir, 'vitrine.db'));
  other.exec('begin immediate');
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const insert = () => sql`insert into t values (1)`.execute(db);
  const early = Promise.allSettled(Array.from({ length: 8 }, insert));
  vi.advanceTimersByTime(5_000);
  const late = insert();
  vi.advanceTimersByTime(5_001);
  expect((await early).filter(({ status }) => status === 'rejected')).toHaveLength(8);
  other.exec('rollback');
  await late;
  expect((await sql`select x from t`.execute(db)).rows).toEqual([{ x: 1 }]);
});

it('scrubbing fails as SQLite fails', async () => {
  const { scrub } = await open();
  await rm(dataDir, { recursive: true });
  await expect(scrub()).rejects.toThrow('unable to open database file');
});

it('closing finishes running queries, may be repeated, and refuses later queries', async () => {
  const storage = await open();
  await sql`create table t (x)`.execute(storage.db);
  const late = storage.db.transaction().execute(async (trx) => {
    await delay(50);
    return sql`insert into t values (1)`.execute(trx);
  });
  await storage.db.connection().execute(async () => {});
  await Promise.all([storage.close(), storage.close(), late]);
  await expect(sql`select 1`.execute(storage.db)).rejects.toThrow('destroyed');
  expect((await sql`select x from t`.execute((await open()).db)).rows).toEqual([{ x: 1 }]);
});

it('a transaction reports the first error when SQLite has already rolled back', async () => {
  const { db } = await open();
  await sql`create table t (x unique)`.execute(db);
  const twice = db.transaction().execute(async (trx) => {
    await sql`insert into t values (1)`.execute(trx);
    await sql`insert or rollback into t values (1)`.execute(trx);
  });
  await expect(twice).rejects.toThrow('UNIQUE constraint failed');
  expect((await sql`select x from t`.execute(db)).rows).toEqual([]);
});
