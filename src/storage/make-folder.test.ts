import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './make-folder.server.ts';

it('makes a folder and those above it, for its owner alone, any number of times at once', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-folder-'));
  for (let round = 0; round < 50; round += 1) {
    const folder = join(root, `${round}`, 'b', 'c');
    await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(root, `${round}`))]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  rmSync(root, { recursive: true });
});

it.each(['/proc/vitrine', '/proc/vitrine/data', '/dev/null/vitrine'])(
  'ends where none can be made: %s',
  async (path) => {
    await expect(makeFolder(path)).rejects.toThrow(/ENOENT|ENOTDIR|EACCES|EPERM/);
  },
);
