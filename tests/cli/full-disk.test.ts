import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { createTestStore } from './test-store.ts';

let folder: string;
let mounted: boolean;

/** The store of a site that is stopped, on a disk that is full. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-full-'));
  const store = await createTestStore();
  mounted = mountSmallDisk(folder, 2_000_000);
  await cp(store.dataDir, folder, { recursive: true });
  await store.remove();
  if (mounted) fillDisk(join(folder, 'filler'));
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

it('is called full, not closed to this account, while the site is stopped', (context) => {
  if (!mounted) context.skip('no disk of our own here');
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
    if (program.includes('doctor')) expect(ended.text).toMatch(/Espace disque +0 o libres/);
  }
});
