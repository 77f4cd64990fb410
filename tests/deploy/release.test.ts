import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storedMessages } from '../faults/tally.ts';
import { keepDoing } from '../faults/visitors.ts';
import { operatorEnvironment, output, runToEnd } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectTranscript } from '../support/transcript.ts';
import { checkOutBuilt } from './checkout.ts';
import { contactRequest, type FrontServer, proxyNames, replaceEach, startProxy } from './proxy.ts';

const VISITORS = 2;
/** Pause between visits in milliseconds; without it the load would fill the machine, and servers would start late. */
const BETWEEN_VISITS_MS = 100;
const NAME = 'Atelier Ligne de Crête';
const OTHER_NAME = 'Atelier de la version suivante';

const author = {
  ...{ GIT_AUTHOR_NAME: 'Studio', GIT_AUTHOR_EMAIL: 'studio@exemple.fr' },
  ...{ GIT_COMMITTER_NAME: 'Studio', GIT_COMMITTER_EMAIL: 'studio@exemple.fr' },
};

/** Makes a repository of a folder, which is its own origin. */
async function makeRepository(dir: string) {
  const env = { ...operatorEnvironment(), ...author };
  const git = (words: string) => output('git', ['-C', dir, ...words.split(' ')], { env });
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

/** The command as a careful root types it, whose files nobody else may read, and one that shows what is kept. */
const FUNCTIONS = `release() { (umask 077; exec sh '${join(ROOT, 'deploy/release')}' "$@"); }
state() { code=$?; echo "current: $(readlink current), former: $(readlink former)"; ls -Qm releases; ls -d .scrap 2>/dev/null; return $code; }`;

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
    ...author,
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
    release: (word: string) => output('sh', ['-c', `${FUNCTIONS}; release ${word}`], { env }),
    /** Types a line in a shell there. */
    type: (line: string) => runToEnd('sh', ['-c', `${FUNCTIONS}\n${line}`], { cwd: home, env }),
  };
}

describe('deploy/release', () => {
  /** Faults of versions that build. */
  const faults = ['does-not-start', 'answers-500', 'fails-at-3001', 'lacks-visit', 'settings-wrong'] as const;

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
        test $2 != migrate || test ! -e "$VITRINE_AT/migrated" || echo "✗ unknown to $VITRINE_AT";;
      doctor) test ! -e "$HOME/hung-up" || kill -HUP $PPID; test "$*" = 'doctor --settings' && test ! -e "$VITRINE_AT/settings-wrong";; esac`,
    ...Object.fromEntries(
      ['git clone', 'rm -rf'].map((words) => {
        const [program = '', word] = words.split(' ');
        const dies = `for last; do :; done; mkdir -p "$last"; unlink "$last/words" 2>/dev/null || unlink "$last"/*/words 2>/dev/null; kill -KILL $PPID; exit 1`;
        return [
          program,
          `test "$1" != ${word} -o ! -e "$HOME/dies at ${words}" || { ${dies}; }; PATH=\${PATH#*:} exec ${program} "$@"`,
        ];
      }),
    ),
  };

  /** Makes the repository of these versions, with a good one checked out. */
  async function versions(): Promise<string> {
    const first = await temporaryFolder();
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
    return first;
  }

  it('R10, R22, R27: does what the approved transcript says', () =>
    expectTranscript(join(import.meta.dirname, 'release.txt'), async () => {
      const first = await versions();
      const server = await layOut(first, programs);
      return async (line) => {
        const { code, stdout, stderr } = await server.type(line);
        const masked = (text: string) =>
          text
            .replaceAll(first, '/PREMIÈRE')
            .replaceAll(server.at('.'), '/SERVEUR')
            .replace(/(?<=, studio )\w{7}/, 'VERSION');
        return { code, stdout: masked(stdout), stderr: masked(stderr) };
      };
    }));
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
      // As the unit of deploy/: it stops the process, starts it, and returns once that is ready, however busy the machine is.
      systemctl: `cd "$HOME/current"; PORT=\${2#vitrine@}; export PORT; pid=$HOME/$PORT; export SOCKET=$HOME/run/$PORT/site.sock; mkdir -p $HOME/run/$PORT
        if [ -f $pid ]; then kill "$(cat $pid)"; while [ -e $SOCKET ]; do sleep 0.1; done; fi
        ${node} src/start-server.ts >>"$HOME/log" 2>&1 & echo $! >$pid
        exec ${node} deploy/health.mjs /readyz 200`,
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
