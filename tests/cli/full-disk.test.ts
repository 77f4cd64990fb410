import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.server.ts';
import { migrationFiles } from '../../src/storage/migration-files.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { upTo } from '../support/earlier-version.ts';
import { aMessageRow } from '../support/message-row.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { createTestStore } from './test-store.ts';

let folder: string;
let mounted: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-full-'));
  mounted = mountSmallDisk(folder, 2_000_000);
});
afterEach(async () => {
  if (mounted) execFileSync('umount', [folder]);
  await rm(folder, { recursive: true });
});

function run(...program: string[]) {
  const options = { env: { DATA_DIR: folder, PORT: '0' }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, program, options);
  return { status, text: stdout + stderr };
}

it('is called full, not closed to this account, while the site is stopped', async (context) => {
  if (!mounted) context.skip('no disk of our own here');
  const store = await createTestStore();
  await cp(store.dataDir, folder, { recursive: true });
  await store.remove();
  fillDisk(join(folder, 'filler'));
  const programs: [number, ...string[]][] = [
    [1, 'src/start-server.ts'],
    [5, 'src/start-cli.ts', 'messages', 'list'],
    [4, 'src/start-cli.ts', 'backup', join(tmpdir(), 'nowhere.db')],
    [1, 'src/start-cli.ts', 'doctor'],
  ];
  for (const [status, ...program] of programs) {
    const ended = run(...program);
    expect(ended).toEqual({ status, text: expect.stringMatching(/disque .*est plein/i) });
    expect(ended.text).not.toMatch(/Donnez|I\/O/);
    if (program.includes('doctor')) expect(ended.text).toMatch(/Espace disque +0\so libres/);
  }
});

it('is called full when a migration finds no space, and the store stays as it was', async (context) => {
  if (!mounted) context.skip('no disk of our own here');
  await using before = await mkdtempDisposable(join(tmpdir(), 'vitrine-before-'));
  const storage = await openStorage({ dataDir: before.path });
  await migrate(storage, upTo('0005-recent-messages', migrationFiles('sqlite')));
  const body = 'Bonjour. '.repeat(150);
  const rows = Array.from({ length: 400 }, (_, id) => aMessageRow({ id: `m${id}`, body }));
  await storage.db.insertInto('message').values(rows).execute();
  await storage.close();
  await cp(before.path, folder, { recursive: true });
  const text = expect.stringMatching(/^Le disque .*est plein.*\n$/);
  expect(run('src/start-cli.ts', 'advanced', 'migrate')).toEqual({ status: 5, text });
  expect(run('src/start-server.ts')).toEqual({ status: 1, text });
  expect(run('src/start-cli.ts', 'advanced', 'migrate', '--dry-run').text).toMatch(/! 0006-fewer-pages/);
});
