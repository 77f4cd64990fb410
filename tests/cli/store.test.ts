import { chown, copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { isDamage } from '../../src/cli/backup.server.ts';
import { expectSession } from './session.ts';
import { testStore } from './test-store.ts';

it('DATA-1, R10, R24: copies are made and come back as in the approved session', () =>
  expectSession('store.txt'));

const store = testStore('each');
beforeEach(() => store.add({ at: Date.now() - 2000, message: { message: 'Dans la sauvegarde' } }));

it('R24: what root restores or replaces stays the site’s own', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root gives files away');
  const [file, kept] = [store.file('b.db'), join(store.dataDir, 'vitrine.db')];
  await store.run('backup', file);
  for (const path of [kept, file]) await chown(path, 12_345, 23_456);
  const owner = async (path: string) => ((entry) => [entry.uid, entry.gid])(await stat(path));
  await store.run('backup', file, '--force');
  await store.run('restore', file, '--force');
  await chown(store.dataDir, 12_345, 23_456);
  await rm(kept);
  await store.run('advanced', 'migrate');
  expect(await owner(kept), 'made anew').toEqual([12_345, 23_456]);
  await rm(kept);
  for (const path of [file, kept]) {
    // A copy made by root belongs to root.
    if (path === kept) await chown(file, 0, 0);
    if (path === kept) await store.run('restore', file, '--force');
    expect(await owner(path), path).toEqual([12_345, 23_456]);
  }
});

it('restore takes a copy that was made by hand, with its log', async () => {
  const [copy, DATA_DIR] = [store.file('vitrine.db'), store.file('moved')];
  await store.whileInUse(async () => {
    await store.add({ message: { fullname: 'Dernière Venue' } });
    for (const side of ['', '-wal']) await copyFile(join(store.dataDir, `vitrine.db${side}`), copy + side);
  });
  expect((await store.runWith({ DATA_DIR }, 'restore', copy, '--force')).code).toBe(0);
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
  expect((await store.runWith({ DATA_DIR }, 'messages', 'list')).stdout).toContain('Dernière Venue');
});

it('older copies are all there is too when the disk gives the store no more', () => {
  const failed = (errcode: number) => isDamage(Object.assign(new Error('disk I/O error'), { errcode }));
  // The codes are SQLITE_IOERR_READ and that of a locked store.
  expect([266, 5].map(failed)).toEqual([true, false]);
});
