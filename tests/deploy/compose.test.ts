import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Launched, launch, until } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort, startSite } from '../support/site.ts';
import { debianProgram } from './debian-program.ts';
import { contactRequest } from './https-client.ts';
import { replaceEach } from './proxy.ts';

let folder: string;
let sitePort: number;
let url: string;
let caddy: Launched;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-compose-'));
  sitePort = await freePort();
  url = `http://localhost:${await freePort()}`;
  const file = join(folder, 'Caddyfile');
  const text = readFileSync(join(ROOT, 'deploy/compose.Caddyfile'), 'utf8');
  writeFileSync(
    file,
    replaceEach(text, [
      ['\tlog {\n', '\tadmin off\n\tlog {\n'],
      ['site:3000', `127.0.0.1:${sitePort}`],
    ]),
  );
  const env = { SITE_URL: url, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  caddy = launch(await debianProgram('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], { env });
});

afterAll(async () => {
  await caddy?.end();
  rmSync(folder, { recursive: true });
});

it('a message waits for the site that restarts behind Caddy, and the log of Caddy names no visitor', async () => {
  const ask = () => fetch(url).catch(() => undefined);
  await until(async () => (await ask())?.status === 503, caddy.output);
  expect(caddy.output()).toContain('"status":503');
  expect(caddy.output()).not.toMatch(/remote_ip|User-Agent/i);
  const answer = fetch(`${url}/graphql`, contactRequest('attendu') as RequestInit);
  const site = await startSite({ port: sitePort, env: { SITE_URL: url, TRUST_PROXY: '1' } });
  expect((await answer).status).toBe(200);
  await site.stop();
});
