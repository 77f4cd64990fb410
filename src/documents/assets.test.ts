import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { plainSite, serverForAll } from '../../tests/support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
// The files lie in a folder called `assets`, as a whole project may.
const clientDir = join(folder, 'assets', 'client');
const hashed = ['assets/entry-abc.js', 'assets/entry-abc.js.br', 'assets/gone-abc.js'];
const unserved = ['assets/entry-abc.js.br', 'assets/entry-abc.js.gz', '.vite/manifest.json'];
for (const name of [...hashed, ...unserved, 'share/home.jpg', 'icon-512.png', 'icon-192.png', 'video.mp4']) {
  mkdirSync(dirname(join(clientDir, name)), { recursive: true });
  writeFileSync(join(clientDir, name), '0123456789');
}
afterAll(() => rmSync(folder, { recursive: true }));

const server = serverForAll({}, false, { site: { ...plainSite, clientDir } });
const ask = (path: string, headers = {}) => fetch(`${server.url}/${path}`, { headers });

it('only files with a hash in their names are kept for a year, wherever the project is', async () => {
  const kept = async (path: string, encoding: string) =>
    (await ask(path, { 'accept-encoding': encoding })).headers.get('cache-control');
  expect(await kept('icon-192.png', 'identity')).toBe('public, max-age=86400');
  for (const encoding of ['identity', 'br'])
    expect(await kept('assets/entry-abc.js', encoding)).toBe('public, max-age=31536000, immutable');
});

it('only pictures made for other sites may be shown by them, and caches hear of the encodings', async () => {
  const paths = ['share/home.jpg', 'icon-512.png', 'icon-192.png'];
  const answers = await Promise.all(paths.map((path) => ask(path)));
  const policies = answers.map(({ headers }) => headers.get('cross-origin-resource-policy'));
  expect(policies).toEqual(['cross-origin', 'cross-origin', 'same-origin']);
  expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(Array(3).fill('accept-encoding'));
});

it('PAGE-1: a file that is missing, or of the build, is a 404', async () => {
  rmSync(join(clientDir, 'assets/gone-abc.js'));
  for (const path of ['assets/gone-abc.js', ...unserved]) expect((await ask(path)).status, path).toBe(404);
});

it('a file that could not be read once, or was built again, is read again', async () => {
  const read = vi.spyOn(files, 'readFile').mockRejectedValueOnce(new Error('EMFILE'));
  // The stream that is not read fails as well, and must not end the process.
  const open = vi.spyOn(fs, 'open').mockImplementationOnce((...args: unknown[]) => {
    (args.at(-1) as (error: Error) => void)(new Error('EMFILE'));
  });
  syncBuiltinESMExports();
  for (const status of [500, 200, 200]) expect((await ask('video.mp4')).status).toBe(status);
  expect(open).toHaveBeenCalled();
  expect(read, 'once for all').toHaveBeenCalledTimes(2);
  for (const spy of [read, open]) spy.mockRestore();
  syncBuiltinESMExports();
  writeFileSync(join(clientDir, 'video.mp4'), 'another');
  expect(await (await ask('video.mp4')).text()).toBe('another');
  writeFileSync(join(clientDir, 'video.mp4'), '0123456789');
});

it('no file stays open after it was sent', async () => {
  await ask('icon-192.png');
  const before = readdirSync('/proc/self/fd').length;
  for (let count = 0; count < 40; count += 1) await (await ask('icon-192.png')).text();
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 20);
});
