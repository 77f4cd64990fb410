import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/site.ts';
import { type Checkout, checkOutBuilt, checkOutInstalled } from './checkout.ts';
import { contactRequest, type HttpsClient, httpsClient } from './https-client.ts';
import { type Launched, launch, operatorEnvironment, output, untilAnswers } from './launched.ts';
import { proxyNames, replaceEach, startProxy } from './proxy.ts';

const VISITORS = 8;
const BETWEEN_VISITS_MS = 25;
const OTHER_NAME = 'Atelier de la version suivante';

let former: Checkout;
let next: Checkout;

/** The next release: other words on every page, so other file names too, and the former files beside them. */
beforeAll(async () => {
  former = await checkOutBuilt();
  next = await checkOutInstalled();
  const identity = join(next.dir, 'src/content/identity.ts');
  const changed = replaceEach(readFileSync(identity, 'utf8'), [['Atelier Ligne de Crête', OTHER_NAME]]);
  writeFileSync(identity, changed);
  await output(process.execPath, ['scripts/build-site.mjs'], { cwd: next.dir });
  await keepFormerAssets(former.dir, next.dir);
});

afterAll(() => Promise.all([former?.remove(), next?.remove()]));

/** `cp -n` of docs/operations/upgrade.md: pages that are open during the change still find their files. */
async function keepFormerAssets(from: string, to: string): Promise<void> {
  await cp(join(from, 'dist/client/assets'), join(to, 'dist/client/assets'), {
    recursive: true,
    force: false,
  });
}

describe.each(proxyNames)('with %s in front of two processes', (name) => {
  it('a release is changed under load: no request fails, no message is lost or stored twice', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
    const ports = [await freePort(), await freePort()] as const;
    const start = async (dir: string, port: number) => {
      const settings = { PORT: `${port}`, DATA_DIR: dataDir, RATE_LIMIT: 'off', TRUST_PROXY: '1' };
      const env = { ...operatorEnvironment(), ...settings };
      const launched = launch(process.execPath, ['src/start-server.ts'], { cwd: dir, env });
      await untilAnswers(`http://127.0.0.1:${port}/readyz`, launched);
      return launched;
    };
    let first = await start(former.dir, ports[0]);
    let second = await start(former.dir, ports[1]);
    const proxy = await startProxy(name, ports);
    const load = startLoad(proxy, name);
    const restart = async (process: Launched, port: number) => {
      expect(await process.end()).toBe(0);
      return start(next.dir, port);
    };
    second = await restart(second, ports[1]);
    first = await restart(first, ports[0]);
    const { failures, pages, sent, names } = await load.stop();
    await Promise.all([first.end(), second.end()]);
    await proxy.stop();
    expect(failures).toEqual([]);
    expect(pages).toBeGreaterThan(100);
    expect(sent.length).toBeGreaterThan(100);
    expect([...names].sort()).toEqual(['Atelier Ligne de Crête', OTHER_NAME].sort());
    expect(storedNames(dataDir)).toEqual(sent.map((message) => `Essai ${message}`).sort());
    await rm(dataDir, { recursive: true });
  }, 60_000);
});

/** Visitors who read pages, fetch what the pages name, and write messages, until told to stop. */
function startLoad(proxy: { port: number; certificate: string }, name: string) {
  const failures: string[] = [];
  const sent: string[] = [];
  const names = new Set<string>();
  let pages = 0;
  let running = true;

  async function visit(client: HttpsClient, message: string) {
    const page = await client.ask('/about');
    const html = String(page.body);
    if (page.status !== 200) failures.push(`page ${page.status}`);
    pages += 1;
    names.add(/property="og:site_name" content="([^"]+)"/.exec(html)?.[1] ?? '');
    const files = [...html.matchAll(/data-(?:entry|modules)="([^"]+)"/g)].flatMap(([, list = '']) =>
      list.split(' '),
    );
    if (files.length < 2) failures.push('a page that names no scripts');
    for (const file of files) {
      const { status } = await client.ask(file);
      if (status !== 200) failures.push(`${file} ${status}`);
    }
    const { status, body } = await client.ask('/graphql', contactRequest(message));
    if (status === 200 && String(body).includes('"isSend":true')) sent.push(message);
    else failures.push(`message ${status} ${body}`);
  }

  const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
    const client = httpsClient(proxy);
    for (let turn = 0; running; turn += 1) {
      await visit(client, `${name}-${visitor}-${turn}`).catch((error) => failures.push(String(error)));
      // Without it the load alone would fill the machine, and the servers start the later.
      await delay(BETWEEN_VISITS_MS);
    }
    client.close();
  });
  return {
    async stop() {
      running = false;
      await Promise.all(visitors);
      return { failures, pages, sent, names };
    },
  };
}

function storedNames(dataDir: string): string[] {
  const store = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 5_000 });
  const rows = store.prepare('select fullname from message').all();
  store.close();
  return rows.map(({ fullname }) => String(fullname)).sort();
}
