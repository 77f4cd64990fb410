import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isKeptName, keptName, putInPlace } from './restore.server.ts';

let folder: string;
let store: string;
let staged: string;
let keepAs: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-restore-'));
  store = join(folder, 'vitrine.db');
  staged = `${store}.restoring`;
  keepAs = join(folder, 'vitrine-avant.db');
  await writeFile(store, 'before');
});

afterEach(() => rm(folder, { recursive: true }));

const contentOf = (file: string) => readFile(file, 'utf8');

it('a kept store has a name by which it is known again; the store and its side files have not', () => {
  const kept = keptName(store, Date.UTC(2026, 2, 5, 13, 7));
  expect(basename(kept)).toBe('vitrine-avant-2026-03-05T13-07-00.db');
  expect(isKeptName(basename(kept))).toBe(true);
  for (const other of ['vitrine.db', 'vitrine.db-wal', 'vitrine.db.restoring', 'autre-avant-.db'])
    expect(isKeptName(other)).toBe(false);
});

describe('a copy put in the place of the store', () => {
  it('keeps the store under its other name, and is alone under the first', async () => {
    await writeFile(staged, 'restored');
    await putInPlace(staged, store, keepAs);
    await writeFile(store, 'written to');
    expect(await contentOf(keepAs)).toBe('before');
  });

  it('leaves the store where it is when the copy cannot be flushed', async () => {
    await expect(putInPlace(staged, store, keepAs)).rejects.toThrow('ENOENT');
    expect(await contentOf(store)).toBe('before');
  });

  it('leaves the store where it is until the copy has its name', async () => {
    // A folder takes no file's name, as long as there is such a file.
    await mkdir(staged);
    await expect(putInPlace(staged, store, keepAs)).rejects.toThrow('ENOTDIR');
    expect(await contentOf(store)).toBe('before');
  });
});
