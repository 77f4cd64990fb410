import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { compileCache, operatorEnvironment, output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { type Checkout, checkOutBuilt } from './checkout.ts';
import { contactRequest, type HttpsClient, httpsClient } from './https-client.ts';
import { proxyNames, replaceEach, startProxy } from './proxy.ts';

const VISITORS = 4;
const BETWEEN_VISITS_MS = 25;
const NAME = 'Atelier Ligne de Crête';
const OTHER_NAME = 'Atelier de la version suivante';

let first: Checkout;

/** A repository with two versions: the second has other words on every page, so other file names too. */
beforeAll(async () => {
  first = await checkOutBuilt();
  const git = (...args: string[]) => output('git', ['-C', first.dir, ...args], { env: gitEnvironment });
  const modules = join(first.dir, 'node_modules');
  rmSync(modules);
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '-m', 'one');
  await git('tag', 'one');
  const identity = join(first.dir, 'src/content/identity.ts');
  writeFileSync(identity, replaceEach(readFileSync(identity, 'utf8'), [[NAME, OTHER_NAME]]));
  await git('commit', '--quiet', '--all', '-m', 'two');
  await git('tag', 'two');
  // Built once, not at each release.
  symlinkSync(join(ROOT, 'node_modules'), modules);
  renameSync(join(first.dir, 'dist'), join(first.dir, 'dist.one'));
  await output(process.execPath, ['scripts/build-site.mjs'], { cwd: first.dir });
});
afterAll(() => first?.remove());

const gitEnvironment = {
  ...operatorEnvironment(),
  GIT_AUTHOR_NAME: 'Studio',
  GIT_AUTHOR_EMAIL: 'studio@exemple.fr',
  GIT_COMMITTER_NAME: 'Studio',
  GIT_COMMITTER_EMAIL: 'studio@exemple.fr',
};

/** A server laid out as the guide says, but for systemd: a script restarts a process and returns once it is ready. */
async function layOut(ports: readonly [number, number]) {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-server-'));
  const release = join(home, 'releases/1');
  await output('git', ['clone', '--quiet', first.dir, release]);
  await output('git', ['-C', release, 'checkout', '--quiet', 'one']);
  symlinkSync(join(ROOT, 'node_modules'), join(release, 'node_modules'));
  await cp(join(first.dir, 'dist.one'), join(release, 'dist'), { recursive: true });
  symlinkSync(release, join(home, 'current'));
  mkdirSync(join(home, 'copies'));
  writeFileSync(join(home, 'settings'), `DATA_DIR=${home}/data\nRATE_LIMIT=off\nTRUST_PROXY=1\n`);
  symlinkSync(join(home, 'settings'), join(release, '.env'));
  const node = process.execPath;
  const scripts = {
    restart: `cd ${home}/current
      if [ -f ${home}/$1 ]; then kill "$(cat ${home}/$1)"; while PORT=$1 ${node} deploy/health.mjs /healthz; do :; done; fi
      PORT=$1 ${node} src/start-server.ts >>${home}/log 2>&1 & echo $! >${home}/$1
      PORT=$1 exec ${node} deploy/health.mjs /readyz 30`,
    cli: `cd ${home}/current && exec ${node} src/start-cli.ts "$@"`,
    build: `ln -s ${ROOT}/node_modules node_modules && cp -r ${first.dir}/dist dist`,
  };
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(home, name), text);
  const env = {
    ...operatorEnvironment(),
    ...compileCache,
    VITRINE_HOME: home,
    VITRINE_SETTINGS: join(home, 'settings'),
    VITRINE_COPIES: join(home, 'copies'),
    VITRINE_PORTS: `${ports[1]} ${ports[0]}`,
    VITRINE_RESTART: `sh ${home}/restart `,
    VITRINE_CLI: `sh ${home}/cli`,
    VITRINE_BUILD: `sh ${home}/build`,
  };
  for (const port of ports) await output('sh', [join(home, 'restart'), `${port}`], { env });
  return {
    home,
    async release(word: string) {
      const child = spawn('sh', [join(ROOT, 'deploy/release'), word], { env });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
      const [status] = await once(child, 'close');
      return { status, text };
    },
    current: () => readlinkSync(join(home, 'current')),
    async remove() {
      for (const port of ports) process.kill(Number(readFileSync(join(home, `${port}`), 'utf8')));
      await rm(home, { recursive: true, maxRetries: 5, retryDelay: 500 });
    },
  };
}

it('a release comes and goes back under load, with either proxy in front: no request fails, no message is lost or stored twice', async () => {
  const ports = [await freePort(), await freePort()] as const;
  const server = await layOut(ports);
  onTestFinished(server.remove);
  const fronts = await Promise.all(proxyNames.map((name) => startProxy(name, ports)));
  const loads = fronts.map((front, index) => startLoad(front, `${proxyNames[index]}`));
  const isShown = (name: string) =>
    expect
      .poll(() => loads.map(({ names }) => names.has(name)), { timeout: 10_000 })
      .toEqual(loads.map(() => true));
  await isShown(NAME);
  expect(await server.release('two')).toMatchObject({ status: 0 });
  await isShown(OTHER_NAME);
  for (const { names } of loads) names.clear();
  expect(await server.release('--back')).toMatchObject({ status: 0 });
  await isShown(NAME);
  expect(await server.release('three')).toMatchObject({ status: 1 });
  expect(server.current()).toBe(join(server.home, 'releases/1'));
  const sent: string[] = [];
  for (const load of loads) {
    const met = await load.stop();
    expect(met.failures).toEqual([]);
    expect(Math.min(met.pages, met.sent.length)).toBeGreaterThan(100);
    sent.push(...met.sent);
  }
  await Promise.all(fronts.map((front) => front.stop()));
  expect(storedNames(join(server.home, 'data'))).toEqual(sent.map((message) => `Essai ${message}`).sort());
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
    names,
    async stop() {
      running = false;
      await Promise.all(visitors);
      return { failures, pages, sent };
    },
  };
}

function storedNames(dataDir: string): string[] {
  const store = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 5_000 });
  const rows = store.prepare('select fullname from message').all();
  store.close();
  return rows.map(({ fullname }) => String(fullname)).sort();
}
