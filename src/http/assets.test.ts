import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainSite, startTestServer } from '../../tests/support/server.ts';

it('only files with a hash in their names are kept for a year, wherever the project is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-assets-'));
  const clientDir = join(folder, 'assets', 'client');
  await mkdir(join(clientDir, 'assets'), { recursive: true });
  for (const name of ['favicon.svg', 'assets/entry-abc.js', 'assets/entry-abc.js.br'])
    await writeFile(join(clientDir, name), 'x');
  const server = await startTestServer({}, false, { site: { ...plainSite, clientDir } });
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const kept = async (path: string, encoding: string) => {
    const { headers } = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } });
    return headers.get('cache-control');
  };
  expect(await kept('/favicon.svg', 'identity')).toBe('public, max-age=86400');
  for (const encoding of ['identity', 'br'])
    expect(await kept('/assets/entry-abc.js', encoding)).toBe('public, max-age=31536000, immutable');
});
