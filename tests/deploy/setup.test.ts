import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { launch, operatorEnvironment, output } from '../support/launched.ts';
import { runHeldBack } from '../support/ordinary-account.ts';
import { ROOT } from '../support/root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'));
/** The machine's own Node, 20 or newer; it runs the setup before the pinned one is there. */
const ownNode = path.map((folder) => join(folder, 'node')).find(existsSync) ?? process.execPath;

/** Installs a fake Node that records its arguments and builds a site. */
const installsNode = `mkdir -p node_modules/node/bin mutation/node_modules
printf '#!/bin/sh\\necho "node $@" >>words; mkdir -p dist\\n' >node_modules/node/bin/node
chmod +x node_modules/node/bin/node`;

/** Installs a Node that lacks a library of the system. */
const installsUnfitNode = `mkdir -p node_modules/node/bin
printf '#!/bin/sh\\necho "libatomic.so.1: no such file" >&2; exit 127\\n' >node_modules/node/bin/node
chmod +x node_modules/node/bin/node`;

/** Makes npm wait until the file `go` exists. */
const slowNpm = `while [ -f package.json ] && [ ! -f go ]; do sleep 0.1; done; ${installsNode}`;

/** The files beside the scripts that a build may read. */
const sources = [
  ...['src/routes.ts', 'src/start-server.test.ts', 'example/images/icon.svg', 'mutation/package-lock.json'],
  ...['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
];

/**
 * Makes a project with nothing installed, with a fake npm in front of the machine's, which records its arguments and runs
 * `does`.
 */
async function cloneWithNpm(does = installsNode) {
  const [cwd, bin] = [await temporaryFolder(), await temporaryFolder()];
  await cp(join(ROOT, 'scripts'), join(cwd, 'scripts'), { recursive: true });
  for (const file of sources) {
    await mkdir(join(cwd, dirname(file)), { recursive: true });
    await writeFile(join(cwd, file), '{}');
  }
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\necho "npm $@ age=$npm_config_min_release_age" >>words\n${does}\n`,
    { mode: 0o755 },
  );
  const env: NodeJS.ProcessEnv = { ...operatorEnvironment(), PATH: [bin, ...path].join(delimiter) };
  const inClone = (name: string) => join(cwd, name);
  return {
    cwd,
    env,
    inClone,
    launchSetup: () => launch(ownNode, ['scripts/setup.mjs'], { cwd, env }),
    setUp: (...words: string[]) => output(ownNode, ['scripts/setup.mjs', ...words], { cwd, env }),
    /** Returns the commands that npm and the installed Node got, one per line. */
    done: () =>
      existsSync(inClone('words')) ? readFileSync(inClone('words'), 'utf8').trim().split('\n') : [],
  };
}

it.each([
  ['without Node', '', /ignore-scripts/],
  ['as the system killed it', 'kill -9 $$', /tué par le système, sans doute faute de mémoire/],
  ['with a Node that may not run', `${installsNode}; chmod -x node_modules/node/bin/node`, /noexec/],
  ['with a Node that does not start', installsUnfitNode, /libatomic\.so\.1: no such file\n.*apt-get install/],
])(
  'a first installation takes what a build needs whatever the machine says, and is not taken for done %s',
  async (_what, does, words) => {
    const { env, inClone, launchSetup, done } = await cloneWithNpm(does);
    env['NODE_ENV'] = 'production';
    const setup = launchSetup();
    await expect.poll(() => setup.process.exitCode).toBe(1);
    expect(done()).toEqual([
      expect.stringMatching(
        /^npm ci --include=dev --include=optional --bin-links=true --engine-strict=false --ignore-scripts=false --no-workspaces --install-strategy=hoisted .* age=0$/,
      ),
    ]);
    await expect.poll(setup.output).toMatch(words);
    expect(existsSync(inClone('node_modules/.installed-from'))).toBe(false);
  },
);

it('installs and builds what is missing or stale, and nothing else', async () => {
  const { inClone, setUp, done } = await cloneWithNpm();
  const all = async () => {
    const before = done().length;
    await setUp('build', 'mutation');
    return done()
      .slice(before)
      .map((line) => line.split(' ', 2).join(' '))
      .filter((line) => line !== 'node --version');
  };
  const [installs, builds] = ['npm ci', 'node scripts/build-site.mjs'];
  expect(await all()).toEqual([installs, builds, installs]);
  expect(done().at(-1)).toContain(`--prefix ${inClone('mutation')}`);
  expect(await all()).toEqual([]);
  await appendFile(inClone('src/start-server.test.ts'), '// Changed.\n');
  expect(await all()).toEqual([]);
  for (const file of ['src/routes.ts', 'vite.config.ts', 'tsconfig.json', 'example/images/icon.svg']) {
    await appendFile(inClone(file), '\n');
    expect(await all(), file).toEqual([builds]);
  }
  // Somebody ran npm for something else, such as leaving out the packages that only a build needs.
  await writeFile(inClone('node_modules/.package-lock.json'), '{}');
  expect(await all()).toEqual([]);
  await appendFile(inClone('src/routes.ts'), '\n');
  expect(await all()).toEqual([installs, builds]);
  await appendFile(inClone('mutation/package-lock.json'), '\n');
  expect(await all()).toEqual([installs]);
  await writeFile(inClone('node_modules/node/bin/node'), '\xcf\xfa\xed\xfe not of this system');
  expect(await all()).toEqual([installs]);
});

it('a command goes on with the site of before when that of now cannot be built', async () => {
  const { inClone, setUp } = await cloneWithNpm();
  await setUp('commands');
  await appendFile(inClone('src/routes.ts'), '\n');
  await writeFile(inClone('node_modules/node/bin/node'), '#!/bin/sh\ntest "$1" = --version');
  await setUp('commands');
  await expect(setUp('build')).rejects.toThrow('Construction du site');
  await rm(inClone('dist'), { recursive: true });
  await expect(setUp('commands')).rejects.toThrow('Construction du site');
});

it('npm has nothing to write into the lock file, or a start would install again what a host removed after the build', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const { dependencies, devDependencies, engines } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
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

it('the lock of a killed process with our own number, as in a container, does not hold it up either', async () => {
  const { cwd, env } = await cloneWithNpm();
  await output('sh', ['-c', `printf $$ >.setup-lock; exec '${ownNode}' scripts/setup.mjs`], { cwd, env });
});

it('a program that is missing and cannot be installed is named, with the command that installs it', async () => {
  const script = `import('./scripts/setup/browsers.mjs').then(({ ensurePrograms }) => ensurePrograms(['ffmpeg']))`;
  const asked = output(ownNode, ['-e', script], { cwd: ROOT, env: { PATH: '/nowhere' } });
  await expect(asked).rejects.toThrow('sudo apt-get install ffmpeg');
});

it('a folder whose path has a sign that the tools take for their own is refused with a sentence', async () => {
  const { env, inClone } = await cloneWithNpm();
  const unfit = inClone('a#b');
  await cp(inClone('scripts'), join(unfit, 'scripts'), { recursive: true });
  const setup = launch(ownNode, ['scripts/setup.mjs'], { cwd: unfit, env });
  await expect.poll(() => setup.process.exitCode).toBe(1);
  expect(setup.output()).toContain(`contient «\u00a0#\u00a0»`);
  expect(setup.output()).not.toContain('    at ');
});

it('a folder of another account is refused with a sentence', async () => {
  const { cwd, env } = await cloneWithNpm();
  await chmod(cwd, 0o500);
  const { status, stderr } = runHeldBack(['scripts/setup.mjs'], { cwd, env });
  await chmod(cwd, 0o700);
  expect(status).toBe(1);
  expect(stderr).toContain(`Ce compte ne peut pas écrire dans ${cwd}`);
  expect(stderr).not.toContain('    at ');
});
