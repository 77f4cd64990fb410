import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { compileCache, operatorEnvironment, output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkOutBuilt } from './checkout.ts';
import {
  contactRequest,
  type FrontServer,
  proxyNames,
  replaceEach,
  startProxy,
  type Visitor,
} from './proxy.ts';

const VISITORS = 2;
const BETWEEN_VISITS_MS = 100;
const NAME = 'Atelier Ligne de Crête';
const OTHER_NAME = 'Atelier de la version suivante';

/** Makes a repository with two versions, at the first one: the second has other words, so its file names differ. */
async function twoVersions(): Promise<string> {
  const dir = await temporaryFolder();
  await checkOutBuilt(dir);
  const author = { name: 'user.name=Studio', email: 'user.email=studio@exemple.fr' };
  const git = (words: string) =>
    output('git', ['-C', dir, '-c', author.name, '-c', author.email, ...words.split(' ')]);
  for (const words of ['init --quiet', `remote add origin ${dir}`, 'add --all -- :!node_modules'])
    await git(words);
  await git('commit --quiet --message one');
  await git('tag one');
  const identity = join(dir, 'src/content/identity.ts');
  writeFileSync(identity, replaceEach(readFileSync(identity, 'utf8'), [[NAME, OTHER_NAME]]));
  await git('commit --quiet --all --message two');
  await git('tag two');
  await git('checkout --quiet one');
  return dir;
}

/**
 * Lays out a server as the guide says, with stand-ins for its programs: systemctl restarts a process and waits until it is
 * ready.
 */
async function layOut(first: string, ports: readonly [number, number]) {
  const home = await temporaryFolder();
  const at = (name: string) => join(home, name);
  symlinkSync(first, at('current'));
  for (const folder of ['bin', 'copies', 'releases']) mkdirSync(at(folder));
  writeFileSync(at('settings'), `DATA_DIR=${home}/data\nRATE_LIMIT=off\nTRUST_PROXY=1\n`);
  symlinkSync(at('settings'), join(first, '.env'));
  const node = process.execPath;
  const programs = {
    systemctl: `cd ${home}/current; PORT=\${2#vitrine@}; export PORT; pid=${home}/$PORT
      if [ -f $pid ]; then kill "$(cat $pid)"; while ${node} deploy/health.mjs /healthz; do :; done; fi
      ${node} src/start-server.ts >>${home}/log 2>&1 & echo $! >$pid
      exec ${node} deploy/health.mjs /readyz 30`,
    vitrine: `cd ${home}/current && exec ${node} src/start-cli.ts "$@"`,
    npm: `ln -s ${ROOT}/node_modules node_modules && ${node} scripts/build-site.mjs`,
  };
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(at('bin'), name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const env = {
    ...operatorEnvironment(),
    ...compileCache,
    PATH: `${at('bin')}:${process.env['PATH']}`,
    VITRINE_HOME: home,
    VITRINE_SETTINGS: at('settings'),
    VITRINE_COPIES: at('copies'),
    VITRINE_PORTS: `${ports[1]} ${ports[0]}`,
  };
  onTestFinished(() => {
    for (const port of ports) process.kill(Number(readFileSync(at(`${port}`), 'utf8')), 'SIGKILL');
  });
  for (const port of ports) await output(at('bin/systemctl'), ['restart', `vitrine@${port}`], { env });
  return {
    dataDir: at('data'),
    release: (word: string) => output('sh', [join(ROOT, 'deploy/release'), word], { env }),
    current: () => readlinkSync(at('current')),
  };
}

it('a release comes and goes back under load, with either proxy in front: no request fails, no message is lost or stored twice', async () => {
  const first = await twoVersions();
  const ports = [await freePort(), await freePort()] as const;
  const server = await layOut(first, ports);
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
  expect(server.current()).toBe(first);
  await expect(server.release('three')).rejects.toThrow('La version « three » n’existe pas.');
  expect(server.current()).toBe(first);
  const sent: string[] = [];
  for (const load of loads) {
    const met = await load.stop();
    expect(met.failures).toEqual([]);
    expect(met.sent.length).toBeGreaterThan(50);
    sent.push(...met.sent);
  }
  await Promise.all(fronts.map((front) => front.stop()));
  expect(storedNames(server.dataDir)).toEqual(sent.map((message) => `Essai ${message}`).sort());
});

/** Starts visitors who read pages, fetch the files of the pages and write messages, until they are told to stop. */
function startLoad(proxy: FrontServer, name: string) {
  const failures: string[] = [];
  const sent: string[] = [];
  const names = new Set<string>();
  let running = true;

  async function visit({ ask }: Visitor, message: string) {
    const get = async (...asked: Parameters<typeof ask>) => {
      const { status, body } = await ask(...asked);
      expect(status, asked[0]).toBe(200);
      return String(body);
    };
    const html = await get('/about');
    names.add(/property="og:site_name" content="([^"]+)"/.exec(html)?.[1] ?? '');
    const lists = [...html.matchAll(/data-(?:entry|modules)="([^"]+)"/g)];
    expect(lists).toHaveLength(2);
    for (const file of lists.flatMap(([, list = '']) => list.split(' '))) await get(file);
    expect(await get('/graphql', contactRequest(message))).toContain('"isSend":true');
    sent.push(message);
  }

  const visitors = Array.from({ length: VISITORS }, async (_, number) => {
    const visitor = proxy.visitor();
    for (let turn = 0; running; turn += 1) {
      await visit(visitor, `${name}-${number}-${turn}`).catch((error) => failures.push(String(error)));
      // Without a pause the load alone would fill the machine, and the servers would start late.
      await delay(BETWEEN_VISITS_MS);
    }
    visitor.close();
  });
  return {
    names,
    async stop() {
      running = false;
      await Promise.all(visitors);
      return { failures, sent };
    },
  };
}

function storedNames(dataDir: string): string[] {
  const store = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 5_000 });
  const rows = store.prepare('select fullname from message').all();
  store.close();
  return rows.map(({ fullname }) => String(fullname)).sort();
}
