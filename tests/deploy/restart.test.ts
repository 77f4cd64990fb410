import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { compileCache, operatorEnvironment, output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { type Checkout, checkOutBuilt } from './checkout.ts';
import { contactRequest, type HttpsClient, httpsClient } from './https-client.ts';
import { proxyNames, replaceEach, startProxy } from './proxy.ts';

const VISITORS = 2;
const BETWEEN_VISITS_MS = 100;
const NAME = 'Atelier Ligne de Crête';
const OTHER_NAME = 'Atelier de la version suivante';

/** Makes a repository with two versions, checked out at the first: the second has other words, so other file names too. */
async function twoVersions(): Promise<Checkout> {
  const checkout = await checkOutBuilt();
  const author = { name: 'user.name=Studio', email: 'user.email=studio@exemple.fr' };
  const git = (words: string) =>
    output('git', ['-C', checkout.dir, '-c', author.name, '-c', author.email, ...words.split(' ')]);
  for (const words of ['init --quiet', `remote add origin ${checkout.dir}`, 'add --all -- :!node_modules'])
    await git(words);
  await git('commit --quiet --message one');
  await git('tag one');
  const identity = join(checkout.dir, 'src/content/identity.ts');
  writeFileSync(identity, replaceEach(readFileSync(identity, 'utf8'), [[NAME, OTHER_NAME]]));
  await git('commit --quiet --all --message two');
  await git('tag two');
  await git('checkout --quiet one');
  return checkout;
}

/** Lays out a server as the guide says, but for systemd: a script restarts a process and returns once it is ready. */
async function layOut(first: string, ports: readonly [number, number]) {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-server-'));
  const at = (name: string) => join(home, name);
  symlinkSync(first, at('current'));
  for (const folder of ['copies', 'releases']) mkdirSync(at(folder));
  writeFileSync(at('settings'), `DATA_DIR=${home}/data\nRATE_LIMIT=off\nTRUST_PROXY=1\n`);
  symlinkSync(at('settings'), join(first, '.env'));
  const node = process.execPath;
  const scripts = {
    restart: `cd ${home}/current
      if [ -f ${home}/$1 ]; then kill "$(cat ${home}/$1)"; while PORT=$1 ${node} deploy/health.mjs /healthz; do :; done; fi
      PORT=$1 ${node} src/start-server.ts >>${home}/log 2>&1 & echo $! >${home}/$1
      PORT=$1 exec ${node} deploy/health.mjs /readyz 30`,
    cli: `cd ${home}/current && exec ${node} src/start-cli.ts "$@"`,
    build: `ln -s ${ROOT}/node_modules node_modules && ${node} scripts/build-site.mjs`,
  };
  for (const [name, text] of Object.entries(scripts)) writeFileSync(at(name), text);
  const env = {
    ...operatorEnvironment(),
    ...compileCache,
    VITRINE_HOME: home,
    VITRINE_SETTINGS: at('settings'),
    VITRINE_COPIES: at('copies'),
    VITRINE_PORTS: `${ports[1]} ${ports[0]}`,
    VITRINE_RESTART: `sh ${at('restart')} `,
    VITRINE_CLI: `sh ${at('cli')}`,
    VITRINE_BUILD: `sh ${at('build')}`,
  };
  for (const port of ports) await output('sh', [at('restart'), `${port}`], { env });
  return {
    dataDir: at('data'),
    release: (word: string) => output('sh', [join(ROOT, 'deploy/release'), word], { env }),
    current: () => readlinkSync(at('current')),
    async remove() {
      for (const port of ports) process.kill(Number(readFileSync(at(`${port}`), 'utf8')));
      await rm(home, { recursive: true, maxRetries: 5, retryDelay: 500 });
    },
  };
}

it('a release comes and goes back under load, with either proxy in front: no request fails, no message is lost or stored twice', async () => {
  const first = await twoVersions();
  onTestFinished(first.remove);
  const ports = [await freePort(), await freePort()] as const;
  const server = await layOut(first.dir, ports);
  onTestFinished(server.remove);
  const fronts = await Promise.all(proxyNames.map((name) => startProxy(name, ports)));
  const loads = fronts.map((front, index) => startLoad(front, `${proxyNames[index]}`));
  const isShown = (name: string) =>
    expect.poll(() => loads.map(({ names }) => names.has(name))).toEqual([true, true]);
  await isShown(NAME);
  await server.release('two');
  await isShown(OTHER_NAME);
  for (const { names } of loads) names.clear();
  await server.release('--back');
  await isShown(NAME);
  expect(server.current()).toBe(first.dir);
  await expect(server.release('three')).rejects.toThrow('La version « three » n’existe pas.');
  expect(server.current()).toBe(first.dir);
  const sent: string[] = [];
  for (const load of loads) {
    const met = await load.stop();
    expect(met.failures).toEqual([]);
    expect(Math.min(met.pages, met.sent.length)).toBeGreaterThan(50);
    sent.push(...met.sent);
  }
  await Promise.all(fronts.map((front) => front.stop()));
  expect(storedNames(server.dataDir)).toEqual(sent.map((message) => `Essai ${message}`).sort());
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
