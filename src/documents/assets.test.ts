import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainSite, type TestServer } from '../../tests/support/server.ts';
import { serverForTest } from '../../tests/support/shared-server.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

/** Starts a server whose client files are in a folder called `assets`. */
async function serverOf(files: Record<string, string>): Promise<TestServer & { clientDir: string }> {
  const clientDir = join(await temporaryFolder(), 'assets', 'client');
  await mkdir(join(clientDir, 'assets'), { recursive: true });
  await mkdir(join(clientDir, 'share'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(clientDir, name), text);
  const server = await serverForTest({}, false, { site: { ...plainSite, clientDir } });
  return { ...server, clientDir };
}

it('only files with a hash in their names are kept for a year, wherever the project is', async () => {
  const server = await serverOf({
    'favicon.svg': 'x',
    'assets/entry-abc.js': 'x',
    'assets/entry-abc.js.br': 'x',
  });
  const kept = async (path: string, encoding: string) => {
    const { headers } = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } });
    return headers.get('cache-control');
  };
  expect(await kept('/favicon.svg', 'identity')).toBe('public, max-age=86400');
  for (const encoding of ['identity', 'br'])
    expect(await kept('/assets/entry-abc.js', encoding)).toBe('public, max-age=31536000, immutable');
});

it('only pictures made for other sites may be shown by them, and caches hear of the encodings', async () => {
  const { url } = await serverOf({ 'share/home.jpg': 'x', 'icon-512.png': 'x', 'icon-192.png': 'x' });
  const answers = ['share/home.jpg', 'icon-512.png', 'icon-192.png'].map((path) => fetch(`${url}/${path}`));
  const told = (await Promise.all(answers)).map(({ headers }) => headers);
  const policies = told.map((headers) => headers.get('cross-origin-resource-policy'));
  expect(policies).toEqual(['cross-origin', 'cross-origin', 'same-origin']);
  expect(told.map((headers) => headers.get('vary'))).toEqual(Array(3).fill('accept-encoding'));
});

it('PAGE-1: a missing file is a 404', async () => {
  const { url, clientDir } = await serverOf({ 'assets/entry-abc.js': 'x' });
  await rm(join(clientDir, 'assets/entry-abc.js'));
  expect((await fetch(`${url}/assets/entry-abc.js`)).status).toBe(404);
});

it.each([
  ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
  ['bytes=-2', 206, 'bytes 8-9/10', '89'],
  ['bytes=10-', 416, 'bytes */10', expect.any(String)],
])('HOME-8: a part of the video is served by byte range: %s', async (range, status, contentRange, body) => {
  const server = await serverOf({ 'video.mp4': '0123456789' });
  const answer = await fetch(`${server.url}/video.mp4`, { headers: { range } });
  const { headers } = answer;
  expect([answer.status, headers.get('content-range'), await answer.text()]).toEqual([
    status,
    contentRange,
    body,
  ]);
  expect(headers.get('cache-control')).toBe(status === 206 ? 'public, max-age=86400' : 'no-store');
});
