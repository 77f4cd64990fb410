import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { isKeptName, putInPlace } from './restore.server.ts';

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
  // A folder cannot replace a file.
  ['until the copy has its name', 'ENOTDIR', () => mkdir(staged)],
])('a restore leaves the store where it is %s', async (_until, code, prepare) => {
  await prepare();
  await expect(putInPlace(staged, store, NOW)).rejects.toThrow(code);
  expect(await contentOf(store)).toBe('before');
});
