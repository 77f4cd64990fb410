import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { launch, until } from '../../tests/support/launched.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { unfinishedFile } from './files.server.ts';
import { removeStaged, stageRestore } from './restore.server.ts';

/** No process has this number, because kernels number lower. */
const DEAD = 2 ** 22 + 1;
const ALIVE = process.ppid;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

const add = (...names: string[]) => Promise.all(names.map((name) => writeFile(join(folder, name), name)));
const names = async () => (await readdir(folder)).sort();

it('keeps the files of a living process, and removes those of a dead one', async () => {
  const kept = [
    `b.db.${ALIVE}.partial`,
    `other.db.${DEAD}.partial`,
    `b.db.${DEAD}.restoring`,
    'b.db.partial',
  ];
  await add(...kept, `b.db.${DEAD}.partial`, `b.db.${DEAD}.partial-wal`, `b.db.${process.pid}.partial`);
  await using own = await unfinishedFile(join(folder, 'b.db'), 'partial');
  expect(basename(own.path)).toBe(`b.db.${process.pid}.partial`);
  expect(await names()).toEqual(kept.sort());
});

it('gives two restores at once a copy each, and the server that starts removes both', async () => {
  const ofAnother = `vitrine.db.${ALIVE}.restoring`;
  await add('vitrine.db', 'backup', 'backup-wal', ofAnother, `${ofAnother}-wal`);
  await using staged = await stageRestore(join(folder, 'backup'), join(folder, 'vitrine.db'));
  const own = basename(staged.path);
  const kept = ['backup', 'backup-wal', 'vitrine.db'];
  expect(await names()).toEqual([...kept, ofAnother, `${ofAnother}-wal`, own, `${own}-wal`].sort());
  await removeStaged(join(folder, 'vitrine.db'));
  expect(await names()).toEqual(kept);
});

it('listens for every signal to stop, and is gone once it is disposed of', async () => {
  const listening = () => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal));
  const before = listening();
  const own = await unfinishedFile(join(folder, 'b.db'), 'partial');
  expect(listening()).toEqual(before.map((count) => count + 1));
  await writeFile(own.path, 'personal');
  await writeFile(`${own.path}-wal`, 'personal');
  await own[Symbol.asyncDispose]();
  expect([await names(), listening()]).toEqual([[], before]);
});

it('a signal leaves nothing of an unfinished file', async () => {
  const source = join(import.meta.dirname, 'files.server.ts');
  const code = `const { unfinishedFile } = await import(${JSON.stringify(source)});
    const { writeFileSync } = await import('node:fs');
    const { path } = await unfinishedFile(${JSON.stringify(join(folder, 'b.db'))}, 'partial');
    for (const side of ['', '-wal']) writeFileSync(path + side, 'personal');
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const child = launch(process.execPath, ['--input-type=module', '-e', code]);
  await until(async () => child.output() === 'ready\n', child.output);
  const own = `b.db.${child.process.pid}.partial`;
  expect(await names()).toEqual([own, `${own}-wal`]);
  expect([await child.end('SIGHUP'), child.process.signalCode]).toEqual([null, 'SIGHUP']);
  expect(await names()).toEqual([]);
});
