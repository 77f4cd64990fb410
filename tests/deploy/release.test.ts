import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { storedMessages } from '../faults/tally.ts';
import { keepDoing } from '../faults/visitors.ts';
import { operatorEnvironment, output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkOutBuilt } from './checkout.ts';
import { contactRequest, type FrontServer, proxyNames, replaceEach, startProxy } from './proxy.ts';

const VISITORS = 2;
/** Pause between visits in milliseconds; without it the load would fill the machine, and servers would start late. */
const BETWEEN_VISITS_MS = 100;
const NAME = 'Atelier Ligne de Crête';
const OTHER_NAME = 'Atelier de la version suivante';

/** Makes a repository of a folder, which is its own origin. */
async function makeRepository(dir: string) {
  const author = ['-c', 'user.name=Studio', '-c', 'user.email=studio@exemple.fr'];
  const git = (words: string) => output('git', ['-C', dir, ...author, ...words.split(' ')]);
  await git('init --quiet --initial-branch main');
  await git(`remote add origin ${dir}`);
  return {
    git,
    async commit(branch: string) {
      await git('add --all -- :!node_modules');
      await git('commit --quiet --message change');
      await git(`branch ${branch}`);
    },
  };
}

/**
 * Lays out a server as the guide says.
 * @param first folder of the version that is online, with a repository
 * @param programs shell scripts, by name, for what the server has installed; `$HOME` is where all is
 */
async function layOut(first: string, programs: Record<string, string>, ports?: readonly number[]) {
  const home = await temporaryFolder();
  const at = (name: string) => join(home, name);
  symlinkSync(first, at('current'));
  for (const folder of ['bin', 'copies', 'releases', 'run']) mkdirSync(at(folder));
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(at('bin'), name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(at('settings'), `DATA_DIR=${home}/data\nRATE_LIMIT=off\nTRUST_PROXY=1\n`);
  symlinkSync(at('settings'), join(first, '.env'));
  const env = {
    ...operatorEnvironment(),
    PATH: `${at('bin')}:${process.env['PATH']}`,
    HOME: home,
    VITRINE_HOME: home,
    VITRINE_SETTINGS: at('settings'),
    VITRINE_COPIES: at('copies'),
    VITRINE_SOCKETS: at('run'),
    ...(ports ? { VITRINE_PORTS: ports.toReversed().join(' ') } : {}),
  };
  return {
    at,
    run: (program: string, ...words: string[]) => output(at(`bin/${program}`), words, { env }),
    /** Runs the command as a careful root does, whose files nobody else may read. */
    release: (word: string) =>
      output('sh', ['-c', 'umask 077; exec sh "$0" "$1"', join(ROOT, 'deploy/release'), word], { env }),
    current: () => readlinkSync(at('current')),
  };
}

describe('deploy/release', () => {
  let first: string;
  let server: Awaited<ReturnType<typeof layOut>>;

  /** Faults of versions that build. */
  const faults = ['does-not-start', 'answers-500', 'fails-at-3001', 'lacks-visit'] as const;

  /** Stand-ins for programs; each fails once a file of the server, or of the version, tells it to. */
  const programs = {
    date: 'echo >>"$HOME/made"; wc -l <"$HOME/made"',
    npm: 'test "$*" = "run build" || exec touch "$1"; mkdir -p dist/client/assets; test ! -e "$HOME/build-fails"',
    systemctl: `echo "$2 $(readlink "$HOME/current")" >>"$HOME/restarts"
      test ! -e "$HOME/hangs-up" || kill -HUP $PPID && kill -INT $PPID
      test ! -e "$HOME/is-killed" || kill -KILL $PPID
      test ! -e "$HOME/current/does-not-start"`,
    vitrine: `case $1 in
      backup) test -e "$HOME/no-copy" || echo copy >"$2"; test ! -e "$HOME/no-copy" -a ! -e "$HOME/in-doubt" || exit 4;;
      advanced) test $2 != visit || test ! -e "$HOME/current/answers-500" -a ! -e "$HOME/current/fails-at-$(basename "$(dirname "$3")")" || exit 1
        test $2 != visit || test ! -e "$HOME/current/lacks-visit" || exit 2
        test $2 != migrate || test ! -e "$HOME/migrated" || echo "✗ unknown to $VITRINE_AT";;
      doctor) test ! -e "$HOME/hung-up" || kill -HUP $PPID; test "$*" = 'doctor --settings' && test ! -e "$HOME/settings-wrong";; esac`,
    ...Object.fromEntries(
      ['git clone', 'rm -rf'].map((words) => {
        const [program = '', word] = words.split(' ');
        const dies = `for last; do :; done; mkdir -p "$last"; unlink "$last/words" || unlink "$last"/*/words; kill -KILL $PPID; exit 1`;
        return [
          program,
          `test "$1" != ${word} -o ! -e "$HOME/dies at ${words}" || { ${dies}; }; PATH=\${PATH#*:} exec ${program} "$@"`,
        ];
      }),
    ),
  };

  beforeEach(async () => {
    first = await temporaryFolder();
    mkdirSync(join(first, 'dist/client/assets'), { recursive: true });
    const { git, commit } = await makeRepository(first);
    writeFileSync(join(first, 'words'), '');
    await commit('good');
    for (const fault of faults) {
      await git('checkout --quiet --detach good');
      writeFileSync(join(first, fault), '');
      await commit(fault);
    }
    await git('checkout --quiet good');
    server = await layOut(first, programs);
  });

  const releases = () => readdirSync(server.at('releases')).sort();
  const release = (name: string) => server.at(`releases/${name}`);
  const restarts = () => readFileSync(server.at('restarts'), 'utf8').trim().split('\n');

  it('restarts the spare first, lets the site’s account read what root’s umask would keep from it, keeps files for open pages, and removes packages of the build', async () => {
    writeFileSync(server.at('current/dist/client/assets/former.js'), '');
    await server.release('good');
    expect(existsSync(server.at('current/dist/client/assets/former.js'))).toBe(true);
    expect(existsSync(server.at('current/prune'))).toBe(true);
    expect(restarts()).toEqual([`vitrine@3002 ${release('1')}`, `vitrine@3001 ${release('1')}`]);
    expect(statSync(server.at('current/words')).mode & 0o777).toBe(0o644);
  });

  it('R22: keeps what is in use and one more, whatever the names and the clock say, and a copy of the store from before each', async () => {
    for (const name of ['zzz', '9999', '-rf', 'a b\nc']) mkdirSync(release(name));
    await output('git', ['clone', '--quiet', first, release('~first')]);
    mkdirSync(join(release('~first'), 'dist/client/assets'), { recursive: true });
    rmSync(server.at('current'));
    symlinkSync(release('~first'), server.at('current'));
    let before = server.current();
    for (const [turn, word] of ['good', 'good', '--back', 'good', 'good', '--back', 'good'].entries()) {
      const [now, other] = [server.current(), server.at(`made`)];
      // The clock of the next release is that of the first again.
      if (turn === 4) rmSync(other);
      await server.release(word);
      utimesSync(server.current(), turn % 2, turn % 2);
      if (word === '--back') expect(server.current()).toBe(before);
      before = now;
      for (const link of ['current', 'former'])
        expect(existsSync(server.at(`${link}/words`)), link).toBe(true);
      expect(readlinkSync(server.at('former'))).toBe(now);
      expect(releases().length).toBeLessThanOrEqual(word === '--back' ? 4 : 3);
    }
    expect([releases().length, existsSync(server.at('.scrap'))]).toEqual([3, false]);
    expect(readdirSync(server.at('copies'))).toHaveLength(5);
  });

  it('R22: a lost connection and Ctrl-C wait until both processes are restarted', async () => {
    writeFileSync(server.at('hangs-up'), '');
    await server.release('good');
    expect(restarts()).toHaveLength(2);
    await server.release('--back');
    expect([server.current(), readlinkSync(server.at('former'))]).toEqual([first, release('1')]);
  });

  it.each([
    ['is not known', 'unknown', 'La version «\u00a0unknown\u00a0» n’existe pas.'],
    ['does not build', 'build-fails', 'La construction a échoué.'],
    ['does not accept the settings', 'settings-wrong', 'n’accepte pas les réglages'],
    ['is given up by a lost connection', 'hung-up', 'Interrompu. Rien n’a été changé.'],
    ['comes after no copy', 'no-copy', 'La copie de la base a échoué'],
  ])('changes nothing when a version %s', async (_what, fault, words) => {
    writeFileSync(server.at(fault), '');
    await expect(server.release(fault === 'unknown' ? fault : 'good')).rejects.toThrow(words);
    expect([server.current(), releases(), existsSync(server.at('.scrap'))]).toEqual([first, [], false]);
  });

  it('R10: goes on when the copy is there and the clock in doubt (4)', async () => {
    writeFileSync(server.at('in-doubt'), '');
    await server.release('good');
    expect(server.current()).toBe(release('1'));
    writeFileSync(server.at('no-copy'), '');
    await expect(server.release('good')).rejects.toThrow('La copie de la base a échoué');
  });

  it('R27: a version that fails in any way is taken back before the second process moves, and leaves nothing', async () => {
    await server.release('good');
    await server.release('good');
    const [serving, before] = [release('2'), release('1')];
    expect([server.current(), readlinkSync(server.at('former'))]).toEqual([serving, before]);
    for (const fault of ['answers-500', 'does-not-start', 'answers-500', 'lacks-visit'] as const) {
      rmSync(server.at('restarts'));
      await expect(server.release(fault)).rejects.toThrow(`${serving} est de nouveau en ligne`);
      expect([server.current(), readlinkSync(server.at('former'))]).toEqual([serving, before]);
      expect(restarts().map((line) => line.split(' ')[0])).toEqual(['vitrine@3002', 'vitrine@3002']);
      expect(releases()).toEqual(['1', '2']);
    }
    writeFileSync(join(before, 'lacks-visit'), '');
    await server.release('--back');
    expect(server.current()).toBe(before);
  });

  it('R27: a version that fails in the second process alone is taken back in both', async () => {
    await expect(server.release('fails-at-3001')).rejects.toThrow(
      RegExp(`vitrine@3001 ne sert pas[^]*${first} est de nouveau en ligne`),
    );
    expect(restarts()).toEqual([
      `vitrine@3002 ${release('1')}`,
      `vitrine@3001 ${release('1')}`,
      `vitrine@3001 ${first}`,
      `vitrine@3002 ${first}`,
    ]);
    expect([server.current(), readlinkSync(server.at('former')), releases()]).toEqual([first, first, []]);
  });

  it('R27: a version whose files a process still needs stays when the former does not serve any more', async () => {
    writeFileSync(join(first, 'fails-at-3001'), '');
    await expect(server.release('fails-at-3001')).rejects.toThrow('Back again');
    expect([server.current(), releases()]).toEqual([first, ['1']]);
  });

  it('R27: a release that was killed counts for nothing: the version that served stays, and is reached', async () => {
    writeFileSync(server.at('is-killed'), '');
    await expect(server.release('answers-500')).rejects.toThrow();
    expect(server.current()).toBe(release('1'));
    rmSync(server.at('is-killed'));
    await expect(server.release('does-not-start')).rejects.toThrow(`${first} est de nouveau en ligne`);
    await server.release('good');
    expect(readlinkSync(server.at('former'))).toBe(first);
    expect(releases()).toEqual(['3']);
    await server.release('--back');
    expect(server.current()).toBe(first);
  });

  it.each(['git clone', 'rm -rf'])(
    'R27: a release killed at its %s leaves nothing that takes the place of one that served',
    async (words) => {
      for (const _each of [1, 2, 3]) await server.release('good');
      writeFileSync(server.at(`dies at ${words}`), '');
      await expect(server.release('good')).rejects.toThrow();
      rmSync(server.at(`dies at ${words}`));
      const [last, before] = [server.current(), readlinkSync(server.at('former'))];
      await server.release('good');
      expect(releases().map(release)).toEqual([before, last, server.current()]);
      expect(releases().filter((name) => !existsSync(join(release(name), 'words')))).toEqual([]);
    },
  );

  it('takes the newest state of a studio in a clone of its own, and notes which it was', async () => {
    const studio = await temporaryFolder();
    const { git, commit } = await makeRepository(studio);
    writeFileSync(join(studio, 'studio.yaml'), 'name: A');
    await commit('first');
    // Beside the clone, as the guide says: no release may remove it.
    const beside = server.at('releases/studio');
    await output('git', ['clone', '--quiet', studio, beside]);
    writeFileSync(join(studio, 'studio.yaml'), 'name: B');
    await commit('second');
    for (const path of [beside, "'../studio' # ours", '../studio ']) {
      writeFileSync(server.at('settings'), `STUDIO_DIR=${path}\n`);
      utimesSync(beside, 1, 1);
      expect(await server.release('good')).toMatch(/En ligne : .*, studio \w{7}/);
    }
    expect(readFileSync(join(beside, 'studio.yaml'), 'utf8')).toBe('name: B');
    expect(readFileSync(server.at('current/studio-version'), 'utf8').trim()).toBe(
      (await git('rev-parse --short HEAD')).trim(),
    );
    rmSync(studio, { recursive: true });
    await expect(server.release('good')).rejects.toThrow('Le dossier du studio');
    expect(releases()).toEqual(['1', '2', '3', 'studio']);
  });

  it('refuses a second release meanwhile', async () => {
    writeFileSync(
      server.at('bin/npm'),
      `#!/bin/sh\n: >"$HOME/begun"; while [ ! -e "$HOME/go" ]; do sleep 0.05; done\n${programs.npm}\n`,
    );
    const running = server.release('good');
    await expect.poll(() => existsSync(server.at('begun'))).toBe(true);
    await expect(server.release('--restart')).rejects.toThrow('Une autre mise en ligne est en cours');
    writeFileSync(server.at('go'), '');
    await running;
    await server.release('--restart');
  });

  it('goes back neither to nothing nor to a version that does not know the store', async () => {
    await expect(server.release('--back')).rejects.toThrow('Aucune version précédente');
    await server.release('good');
    writeFileSync(server.at('migrated'), '');
    await expect(server.release('--back')).rejects.toThrow('La base a été mise à jour depuis');
    expect(server.current()).toBe(release('1'));
  });

  it('restarts with changed settings one process after the other, none with wrong ones', async () => {
    await server.release('--restart');
    expect(restarts()).toEqual([`vitrine@3002 ${first}`, `vitrine@3001 ${first}`]);
    writeFileSync(server.at('settings-wrong'), '');
    await expect(server.release('--restart')).rejects.toThrow('Rien n’a été relancé');
    expect(restarts()).toHaveLength(2);
    rmSync(server.at('settings-wrong'));
    writeFileSync(join(first, 'does-not-start'), '');
    await expect(server.release('--restart')).rejects.toThrow('Les autres processus n’ont pas été relancés');
    expect(restarts()).toHaveLength(3);
    await expect(server.release('')).rejects.toThrow('Usage');
    rmSync(server.at('settings'));
    await expect(server.release('good')).rejects.toThrow('tapez cette commande en root');
    writeFileSync(server.at('settings'), '');
    await expect(server.release('--help')).rejects.toThrow('Usage\u00a0: vitrine release');
  });
});

it('R22: releases come and go back under load, with either proxy in front: no request fails, no message is lost or stored twice', async () => {
  const first = await temporaryFolder();
  await checkOutBuilt(first);
  const { git, commit } = await makeRepository(first);
  await commit('one');
  const identity = join(first, 'example/studio.yaml');
  writeFileSync(identity, replaceEach(readFileSync(identity, 'utf8'), [[NAME, OTHER_NAME]]));
  await commit('two');
  await git('checkout --quiet one');
  const ports = [await freePort(), await freePort()] as const;
  const node = process.execPath;
  const server = await layOut(
    first,
    {
      // As the unit of deploy/: it stops the process, starts it, and returns once that is ready.
      systemctl: `cd "$HOME/current"; PORT=\${2#vitrine@}; export PORT; pid=$HOME/$PORT; export SOCKET=$HOME/run/$PORT/site.sock; mkdir -p $HOME/run/$PORT
        if [ -f $pid ]; then kill "$(cat $pid)"; n=0; while [ -e $SOCKET ] && [ $((n += 1)) -lt 300 ]; do sleep 0.1; done; fi
        ${node} src/start-server.ts >>"$HOME/log" 2>&1 & echo $! >$pid
        exec ${node} deploy/health.mjs /readyz 30`,
      vitrine: `cd "\${VITRINE_AT:-$HOME/current}" && exec ${node} src/start-cli.ts "$@"`,
      // A build takes half a minute: a version has this project's, the other with another name and entry. The clock jumps between.
      npm: `test $1 = run || exit 0; ln -s ${ROOT}/node_modules node_modules; cp -r ${ROOT}/dist dist
        touch -d "@$(tail -c 6 /proc/sys/kernel/random/uuid | tr a-f 1-6)" .
        grep -q '${OTHER_NAME}' example/studio.yaml || exit 0
        cd dist; entry=$(basename client/assets/start-browser-*.js); mv client/assets/$entry client/assets/other.js
        sed -i "s/${NAME}/${OTHER_NAME}/; s/$entry/other.js/" server/render.js studio.js client/.vite/manifest.json`,
    },
    ports,
  );
  onTestFinished(() => {
    for (const port of ports) process.kill(Number(readFileSync(server.at(`${port}`), 'utf8')), 'SIGKILL');
  });
  for (const port of ports) await server.run('systemctl', 'restart', `vitrine@${port}`);
  // The proxies' accounts reach the sockets.
  chmodSync(server.at('.'), 0o755);
  const socketOf = (port: number) => server.at(`run/${port}/site.sock`);
  const sockets = [socketOf(ports[0]), socketOf(ports[1])] as const;
  const fronts = await Promise.all(proxyNames.map((name) => startProxy(name, sockets)));
  const loads = fronts.map((front, index) => startLoad(front, `${proxyNames[index]}`));
  const isShown = (name: string) =>
    expect.poll(() => loads.map(({ names }) => names.has(name))).toEqual([true, true]);
  await isShown(NAME);
  await server.release('two');
  await isShown(OTHER_NAME);
  for (const { names } of loads) names.clear();
  await server.release('--back');
  await isShown(NAME);
  await server.release('--restart');
  const sent: string[] = [];
  for (const load of loads) {
    const met = await load.stop();
    expect(met.failures).toEqual([]);
    expect(met.sent.length).toBeGreaterThan(50);
    sent.push(...met.sent);
  }
  await Promise.all(fronts.map((front) => front.stop()));
  const stored = await storedMessages({ dataDir: server.at('data') });
  expect(stored).toEqual(new Map(sent.map((label) => [label, 1])));
});

/** Starts visitors who read pages, fetch the files of the pages and write messages, until they are told to stop. */
function startLoad(proxy: FrontServer, name: string) {
  const failures: string[] = [];
  const sent: string[] = [];
  const names = new Set<string>();
  const visitor = proxy.visitor();
  const get = async (...asked: Parameters<typeof visitor.ask>) => {
    const { status, body } = await visitor.ask(...asked);
    expect(status, asked[0]).toBe(200);
    return String(body);
  };
  const visit = async (message: string) => {
    const html = await get('/about');
    names.add(/property="og:site_name" content="([^"]+)"/.exec(html)?.[1] ?? '');
    const lists = [...html.matchAll(/data-(?:entry|fonts)="([^"]+)"/g)];
    expect(lists).toHaveLength(2);
    for (const file of lists.flatMap(([, list = '']) => list.split(' '))) await get(file);
    expect(await get('/graphql', contactRequest(message))).toContain('"isSend":true');
    sent.push(message);
  };
  const visits = keepDoing(
    (turn) => visit(`essai-${name}-${turn}`).catch((error) => failures.push(String(error))),
    BETWEEN_VISITS_MS,
    VISITORS,
  );
  return {
    names,
    async stop() {
      await visits.stop();
      visitor.close();
      return { failures, sent };
    },
  };
}
