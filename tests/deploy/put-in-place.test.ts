import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { putInPlace } from '../../scripts/setup/put-in-place.mjs';

/** Writes the files of a build with one script of this name. */
async function buildInto(folder: string, script: string): Promise<void> {
  const chunks = { 'start-browser.tsx': { file: `assets/${script}.js`, css: [`assets/${script}.css`] } };
  const files = {
    'client/.vite/manifest.json': JSON.stringify(chunks),
    [`client/assets/${script}.js`]: script,
    [`client/assets/${script}.js.br`]: script,
    [`client/assets/${script}.css`]: script,
    'server/render.js': script,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

it('a build replaces the one before it, whose pages still find their files, and leaves nothing older', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [finished, place] = [join(folder, 'dist.unfinished'), join(folder, 'dist')];
  for (const script of ['first', 'second', 'third']) {
    await buildInto(finished, script);
    putInPlace(finished, place);
  }
  expect((await readdir(join(place, 'client/assets'))).sort()).toEqual([
    'second.css',
    'second.js',
    'second.js.br',
    'third.css',
    'third.js',
    'third.js.br',
  ]);
  expect(await readdir(join(place, 'server'))).toEqual(['render.js']);
  expect(await readdir(folder)).toEqual(['dist']);
  expect(existsSync(finished)).toBe(false);
});
