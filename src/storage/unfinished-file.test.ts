import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeStaged, stageRestore } from './restore.server.ts';
import { unfinishedName } from './unfinished-file.server.ts';

/** Above any process that a kernel numbers. */
const DEAD = 2 ** 22 + 1;
const ALIVE = process.ppid;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-unfinished-'));
});
afterEach(() => rm(folder, { recursive: true }));

const add = (...names: string[]) => Promise.all(names.map((name) => writeFile(join(folder, name), name)));
const names = async () => (await readdir(folder)).sort();

it('what a process that is alive writes is left alone, what a dead one has left goes', async () => {
  const kept = [
    `b.db.${ALIVE}.partial`,
    `other.db.${DEAD}.partial`,
    `b.db.${DEAD}.restoring`,
    'b.db.partial',
  ];
  await add(...kept, `b.db.${DEAD}.partial`, `b.db.${process.pid}.partial`);
  const own = await unfinishedName(join(folder, 'b.db'), 'partial');
  expect(basename(own)).toBe(`b.db.${process.pid}.partial`);
  expect(await names()).toEqual(kept.sort());
});

it('a file in a folder that is not there has a name all the same', async () => {
  const file = join(folder, 'absent', 'b.db');
  expect(await unfinishedName(file, 'partial')).toBe(`${file}.${process.pid}.partial`);
});

it('two restores at once each have a copy of their own, and the server that starts removes both', async () => {
  const ofAnother = `vitrine.db.${ALIVE}.restoring`;
  await add('vitrine.db', 'backup', 'backup-wal', ofAnother, `${ofAnother}-wal`);
  const staged = basename(await stageRestore(join(folder, 'backup'), join(folder, 'vitrine.db')));
  expect(await names()).toEqual(
    ['backup', 'backup-wal', 'vitrine.db', ofAnother, `${ofAnother}-wal`, staged, `${staged}-wal`].sort(),
  );
  await removeStaged(join(folder, 'vitrine.db'));
  expect(await names()).toEqual(['backup', 'backup-wal', 'vitrine.db']);
});
