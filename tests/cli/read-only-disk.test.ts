import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createTestStore } from './test-store.ts';

it('a disk that takes no writes any more is told from a lack of rights, and the messages can be brought elsewhere', async (context) => {
  const store = await createTestStore();
  onTestFinished(() => store.remove());
  await store.add({ message: { message: 'À mettre à l’abri' } });
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-read-only-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  if (!mountSmallDisk(dataDir, 4_000_000)) return context.skip('no disk of our own here');
  onTestFinished(() => void execFileSync('umount', [dataDir]));
  await cp(store.dataDir, dataDir, { recursive: true });
  execFileSync('mount', ['-o', 'remount,ro', dataDir]);

  const listed = await store.runWith({ DATA_DIR: dataDir }, 'messages', 'list');
  expect([listed.code, listed.stderr]).toEqual([5, expect.stringContaining('est en lecture seule')]);
  expect(listed.stderr).not.toContain('Donnez');

  const elsewhere = store.file('elsewhere');
  await cp(dataDir, elsewhere, { recursive: true });
  const there = await store.runWith({ DATA_DIR: elsewhere }, 'messages', 'list');
  expect([there.code, there.stdout]).toEqual([0, expect.stringContaining('Zoé')]);
});
