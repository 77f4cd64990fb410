import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { isInUse, isKeptName, putInPlace, stageRestore } from './restore.server.ts';

let store: string;
let staged: string;

beforeEach(async () => {
  store = join(await temporaryFolder(), 'vitrine.db');
  staged = `${store}.restoring`;
  await writeFile(store, 'before');
});

const NOW = Date.UTC(2026, 2, 5, 13, 7);
const contentOf = (file: string) => readFile(file, 'utf8');

it('a restored copy takes the place of no store that was kept in the same second', async () => {
  await writeFile(staged, 'restored');
  const kept = await putInPlace(staged, store, NOW);
  await writeFile(staged, 'restored again');
  await expect(putInPlace(staged, store, NOW)).rejects.toThrow('EEXIST');
  expect([await contentOf(kept ?? ''), await contentOf(store)]).toEqual(['before', 'restored']);
});

it('a restore keeps the log of a store that is missing, and names it', async () => {
  await writeFile(staged, 'restored');
  await rename(store, `${store}-wal`);
  const kept = await putInPlace(staged, store, NOW);
  expect(kept).toMatch(/vitrine-avant-.*\.db-wal$/);
  expect([await contentOf(kept ?? ''), isKeptName(basename(kept ?? ''))]).toEqual(['before', true]);
});

it.each<[string, string, () => Promise<unknown>]>([
  ['until the copy is flushed', 'ENOENT', async () => {}],
  // The restore fails there, because a folder cannot replace a file.
  ['until the copy has its name', 'ENOTDIR', () => mkdir(staged)],
])('a restore leaves the store where it is %s', async (_until, code, prepare) => {
  await prepare();
  await expect(putInPlace(staged, store, NOW)).rejects.toThrow(code);
  expect(await contentOf(store)).toBe('before');
});

it('a store that somebody has open is in use, and stays in its place until it is closed', async () => {
  await rm(store);
  expect(isInUse(store)).toBe(false);
  const site = new DatabaseSync(store);
  site.exec('pragma journal_mode = wal; create table t (x)');
  await writeFile(staged, 'restored');
  expect(isInUse(store)).toBe(true);
  await expect(putInPlace(staged, store, NOW)).rejects.toThrow('vitrine.db is in use');
  site.close();
  expect(isInUse(store)).toBe(false);
  expect(isKeptName(basename((await putInPlace(staged, store, NOW)) ?? ''))).toBe(true);
  expect(await contentOf(store)).toBe('restored');
});

it('a copy from standard input is the owner’s alone', async () => {
  await using copy = await stageRestore(Buffer.from('typed'), store);
  expect(await contentOf(copy.path)).toBe('typed');
  expect((await stat(copy.path)).mode & 0o777).toBe(0o600);
});

it.each(['a-vitrine-avant-1.db', 'vitrine-avant-1.db.txt', 'vitrine.db'])('%s is no kept store', (name) => {
  expect(isKeptName(name)).toBe(false);
});
