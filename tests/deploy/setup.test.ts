import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { launch, operatorEnvironment, runToEnd } from '../support/launched.ts';
import { heldBack } from '../support/ordinary-account.ts';
import { ROOT, read } from '../support/root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectTranscript } from '../support/transcript.ts';

const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'));
/** The machine's own Node, 20 or newer; it runs the setup before the pinned one is there. */
const ownNode = path.map((folder) => join(folder, 'node')).find(existsSync) ?? process.execPath;

/** Installs a fake Node that records its arguments and builds a site. */
const installsNode = `mkdir -p node_modules/node/bin mutation/node_modules
printf '#!/bin/sh\\necho "node $@" >>words; mkdir -p dist\\n' >node_modules/node/bin/node
chmod +x node_modules/node/bin/node
`;

/** Makes npm wait until the file `go` exists. */
const slowNpm = `while [ -f package.json ] && [ ! -f go ]; do sleep 0.1; done; ${installsNode}`;

/** The files beside the scripts that a build may read. */
const sources = [
  ...['src/routes.ts', 'src/start-server.test.ts', 'example/images/icon.svg', 'mutation/package-lock.json'],
  ...['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
];

/**
 * Makes a project with nothing installed, with a fake npm in front of the machine's, which records its arguments and runs what
 * the file `does` says.
 */
async function cloneWithNpm(does = installsNode) {
  const [cwd, bin] = [await temporaryFolder(), await temporaryFolder()];
  await cp(join(ROOT, 'scripts'), join(cwd, 'scripts'), { recursive: true });
  for (const file of sources) {
    await mkdir(join(cwd, dirname(file)), { recursive: true });
    await writeFile(join(cwd, file), '{}');
  }
  await writeFile(join(cwd, 'does'), does);
  const npm = '#!/bin/sh\necho "npm $@ age=$npm_config_min_release_age" >>words\n. ./does\n';
  await writeFile(join(bin, 'npm'), npm, { mode: 0o755 });
  const env: NodeJS.ProcessEnv = { ...operatorEnvironment(), PATH: [bin, ...path].join(delimiter) };
  const inClone = (name: string) => join(cwd, name);
  return {
    cwd,
    env,
    inClone,
    launchSetup: () => launch(ownNode, ['scripts/setup.mjs'], { cwd, env }),
    /** Returns the commands that npm and the installed Node got, one per line. */
    done: () =>
      existsSync(inClone('words')) ? readFileSync(inClone('words'), 'utf8').trim().split('\n') : [],
  };
}

it('what is installed and built, and what is refused, is as in the approved transcript', () =>
  expectTranscript(join(import.meta.dirname, 'setup.txt'), async () => {
    const { cwd, env } = await cloneWithNpm();
    const functions = `setup() { "$NODE" scripts/setup.mjs "$@"; }; did() { code=$?; grep -v -- --version words; rm -f words; return $code; }`;
    const settings = { cwd, env: { ...env, NODE: ownNode, HELD: heldBack.join(' ') } };
    return async (line) => {
      const { code, stdout, stderr } = await runToEnd('sh', ['-c', `${functions}\n${line}`], settings);
      const masked = (text: string) => text.replaceAll(cwd, '/PROJET').replace(/\([\d.]+ s\)/g, '(DURÉE)');
      return { code, stdout: masked(stdout), stderr: masked(stderr) };
    };
  }));

it('npm has nothing to write into the lock file, or a start would install again what a host removed after the build', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const { dependencies, devDependencies, engines } = JSON.parse(read('package.json'));
  expect(packages['']).toMatchObject({ dependencies, devDependencies, engines });
});

it('two first starts at once install once: the second waits and says so', async () => {
  const { inClone, launchSetup, done } = await cloneWithNpm(slowNpm);
  const both = [launchSetup(), launchSetup()];
  const waits = () => both.filter((each) => each.output().includes('attente'));
  await expect.poll(() => waits().length).toBe(1);
  await writeFile(inClone('go'), '');
  for (const each of both) await expect.poll(() => each.process.exitCode).toBe(0);
  expect(done().filter((line) => line.startsWith('npm'))).toHaveLength(1);
  expect(waits()).toHaveLength(1);
  expect(existsSync(inClone('.setup-lock'))).toBe(false);
});

it('an installation that was killed holds the next one up no longer than its npm goes on', async () => {
  const { inClone, launchSetup, done } = await cloneWithNpm(slowNpm);
  const killed = launchSetup();
  await expect.poll(done).toHaveLength(1);
  await killed.end('SIGKILL');
  expect(existsSync(inClone('.setup-lock'))).toBe(true);
  const next = launchSetup();
  await expect.poll(next.output).toContain('attente');
  expect(done()).toHaveLength(1);
  await writeFile(inClone('go'), '');
  await expect.poll(() => next.process.exitCode).toBe(0);
});
