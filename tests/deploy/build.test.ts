import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { putInPlace } from '../../scripts/setup/put-in-place.mjs';
import { ROOT } from '../support/root.ts';
import { checkOut } from './checkout.ts';

it('the machine’s own Node can read scripts/setup before the pinned one is there', () => {
  // 20 is the oldest that will do.
  const own = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find(existsSync);
  const setup = join(ROOT, 'scripts/setup');
  const modules = readdirSync(setup).map((name) => join(setup, name));
  const code = `for (const file of ${JSON.stringify(modules)}) await import(file)`;
  execFileSync(own ?? process.execPath, ['--input-type=module', '--eval', code]);
});

it('a change of what the site is built from makes the build stale, a change of a test beside it does not', async () => {
  const parts = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'scripts', 'package-lock.json'];
  const { dir, remove } = await checkOut(parts);
  onTestFinished(remove);
  const module = pathToFileURL(join(dir, 'scripts/setup/build-when-stale.mjs')).href;
  const { inputsDigest } = (await import(module)) as { inputsDigest(): string };
  const built = inputsDigest();
  await appendFile(join(dir, 'src/start-server.test.ts'), '// Changed.\n');
  await writeFile(join(dir, 'src/new.test.tsx'), '');
  expect(inputsDigest()).toBe(built);
  const digests = new Set([built]);
  for (const file of ['src/routes.ts', 'vite.config.ts', 'tsconfig.json', 'public/favicon.svg']) {
    await appendFile(join(dir, file), '\n');
    digests.add(inputsDigest());
  }
  expect(digests.size).toBe(5);
});

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
  expect((await readdir(join(place, 'client/assets'))).sort()).toEqual(
    ['second', 'third'].flatMap((script) => [`${script}.css`, `${script}.js`, `${script}.js.br`]),
  );
  expect(await readdir(join(place, 'server'))).toEqual(['render.js']);
  expect(await readdir(folder)).toEqual(['dist']);
});

it('the server renders by React’s production form, whatever its environment says', () => {
  const bundle = readFileSync(join(ROOT, 'dist/server/render.js'), 'utf8');
  expect(bundle).toContain('react');
  expect(bundle).not.toMatch(/process\.env\.NODE_ENV|Check the render method/);
});
