import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { isKeptName, keptName, putInPlace } from './restore.server.ts';

let folder: string;
let store: string;
let staged: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  store = join(folder, 'vitrine.db');
  staged = `${store}.restoring`;
  await writeFile(store, 'before');
});

const NOW = Date.UTC(2026, 2, 5, 13, 7);
const contentOf = (file: string) => readFile(file, 'utf8');

it('a kept store is recognised by its name; the store and its side files are not', () => {
  const kept = keptName(store, NOW);
  expect(basename(kept)).toBe('vitrine-avant-2026-03-05T13-07-00.db');
  expect(isKeptName(basename(kept))).toBe(true);
  for (const other of ['vitrine.db', 'vitrine.db-wal', 'vitrine.db.restoring', 'autre-avant-.db'])
    expect(isKeptName(other)).toBe(false);
});

describe('a copy put in the place of the store', () => {
  it('keeps the store under its other name, and is alone under the first', async () => {
    await writeFile(staged, 'restored');
    const kept = await putInPlace(staged, store, NOW);
    await writeFile(store, 'written to');
    expect(await contentOf(kept ?? '')).toBe('before');
  });

  it('takes the place of no store that was kept in the same second', async () => {
    await writeFile(staged, 'restored');
    const kept = await putInPlace(staged, store, NOW);
    await writeFile(staged, 'restored again');
    await expect(putInPlace(staged, store, NOW)).rejects.toThrow('EEXIST');
    expect([await contentOf(kept ?? ''), await contentOf(store)]).toEqual(['before', 'restored']);
  });

  it('keeps nothing where there was no store', async () => {
    await rm(store);
    await writeFile(staged, 'restored');
    expect(await putInPlace(staged, store, NOW)).toBeUndefined();
    expect(await contentOf(store)).toBe('restored');
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['until the copy is flushed', 'ENOENT', async () => {}],
    // A folder cannot replace a file.
    ['until the copy has its name', 'ENOTDIR', () => mkdir(staged)],
  ])('leaves the store where it is %s', async (_until, code, prepare) => {
    await prepare();
    await expect(putInPlace(staged, store, NOW)).rejects.toThrow(code);
    expect(await contentOf(store)).toBe('before');
  });
});
