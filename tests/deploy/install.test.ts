import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launch, operatorEnvironment, output } from '../support/launched.ts';
import { runHeldBack } from '../support/ordinary-account.ts';
import { checkOut } from './checkout.ts';

/** A copy of the project with nothing installed, and in front of the machine's npm one that notes its words and does this. */
async function cloneWithNpm(does: string) {
  const parts = ['scripts', 'mutation', 'package.json', 'package-lock.json'];
  const [checkout, folder] = [await checkOut(parts), await mkdtemp(join(tmpdir(), 'vitrine-npm-'))];
  onTestFinished(async () => {
    await checkout.remove();
    await rm(folder, { recursive: true });
  });
  const noted = join(folder, 'words');
  await writeFile(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> '${noted}'\n${does}\n`);
  await chmod(join(folder, 'npm'), 0o755);
  const env = { ...operatorEnvironment(), PATH: `${folder}${delimiter}${process.env['PATH']}` };
  return {
    dir: checkout.dir,
    env,
    words: () => (existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n') : []),
  };
}

/** Settings of the user or the machine do not decide these. */
const settled = [
  ...['--include=dev', '--include=optional', '--bin-links=true', '--engine-strict=false'],
  ...['--ignore-scripts=false', '--no-workspaces'],
];

it('a first installation takes what the build needs whatever the machine says, and is not taken for done without Node', async () => {
  const { dir, env, words } = await cloneWithNpm('');
  const build = launch(process.execPath, ['scripts/build.mjs'], {
    cwd: dir,
    env: { ...env, NODE_ENV: 'production' },
  });
  await expect.poll(() => build.process.exitCode).toBe(1);
  expect(words()).toHaveLength(1);
  for (const flag of settled) expect(words()[0]).toContain(flag);
  await expect.poll(() => build.output()).toMatch(/ignore-scripts/);
  expect(existsSync(join(dir, 'node_modules/.installed-from'))).toBe(false);
});

/** Words for Node to install as every command does first. */
const installing = evaluated("await (await import('./scripts/setup/install.mjs')).ensureInstalled()");

function evaluated(code: string): string[] {
  return ['--input-type=module', '-e', code];
}

/** Installs a Node that starts. */
const installsNode =
  `mkdir -p node_modules/node/bin; echo '{ "version": "1.0.0" }' > node_modules/node/package.json; ` +
  `printf '#!/bin/sh\\n' > node_modules/node/bin/node; chmod +x node_modules/node/bin/node`;

/** An npm that goes on when it is told to, and then has installed Node. */
const slowNpm = `while [ -f package.json ] && [ ! -f go ]; do sleep 0.1; done; ${installsNode}`;

it('a Node that does not start here, as from another system, is installed anew', async () => {
  const { dir, env, words } = await cloneWithNpm(installsNode);
  await output(process.execPath, installing, { cwd: dir, env });
  await output(process.execPath, installing, { cwd: dir, env });
  expect(words()).toHaveLength(1);
  await writeFile(join(dir, 'node_modules/node/bin/node'), '\xcf\xfa\xed\xfe not of this system');
  await output(process.execPath, installing, { cwd: dir, env });
  expect(words()).toHaveLength(2);
});

it('two first starts at once install once: the second waits and says so', async () => {
  const { dir, env, words } = await cloneWithNpm(slowNpm);
  const both = [1, 2].map(() => launch(process.execPath, installing, { cwd: dir, env }));
  const waits = () => both.filter((each) => each.output().includes('attente'));
  await expect.poll(() => waits().length).toBe(1);
  await writeFile(join(dir, 'go'), '');
  for (const each of both) await expect.poll(() => each.process.exitCode).toBe(0);
  expect(words()).toHaveLength(1);
  expect(waits()).toHaveLength(1);
  expect(existsSync(join(dir, '.setup-lock'))).toBe(false);
});

it('an installation that was killed does not hold the next one up', async () => {
  const { dir, env, words } = await cloneWithNpm(slowNpm);
  const killed = launch(process.execPath, installing, { cwd: dir, env });
  await expect.poll(words).toHaveLength(1);
  await killed.end('SIGKILL');
  await writeFile(join(dir, 'go'), '');
  const next = launch(process.execPath, installing, { cwd: dir, env });
  await expect.poll(() => next.process.exitCode).toBe(0);
  expect(words()).toHaveLength(2);
});

it('nor does the lock of a killed process that had our own number, as in a container', async () => {
  const { dir, env, words } = await cloneWithNpm(installsNode);
  const left = "(await import('node:fs')).writeFileSync('.setup-lock', String(process.pid));";
  await output(process.execPath, evaluated(`${left} ${installing[2]}`), { cwd: dir, env });
  expect(words()).toHaveLength(1);
});

it('tools with a lock file of their own are installed once, and again when it has changed', async () => {
  const { dir, env, words } = await cloneWithNpm('');
  const install = async () => {
    const script = "await (await import('./scripts/setup/install.mjs')).ensureFolderInstalled('mutation')";
    await output(process.execPath, evaluated(script), { cwd: dir, env });
    return words().length;
  };
  expect(await install()).toBe(1);
  expect(words()[0]).toContain(`--prefix ${join(dir, 'mutation')}`);
  expect(await install()).toBe(1);
  await appendFile(join(dir, 'mutation/package-lock.json'), '\n');
  expect(await install()).toBe(2);
});

it('a folder whose path has a sign that the tools take for their own is refused with a sentence', async () => {
  const { dir, env } = await cloneWithNpm('');
  const unfit = join(dir, 'a#b');
  await cp(join(dir, 'scripts'), join(unfit, 'scripts'), { recursive: true });
  const start = launch(process.execPath, [join(unfit, 'scripts/start.mjs')], { cwd: unfit, env });
  await expect.poll(() => start.process.exitCode).toBe(1);
  expect(start.output()).toContain(`contient «\u00a0#\u00a0»`);
  expect(start.output()).not.toContain('    at ');
});

it('a folder of another account is refused with a sentence', async () => {
  const { dir, env } = await cloneWithNpm('');
  await chmod(dir, 0o500);
  const { status, stderr } = runHeldBack([join(dir, 'scripts/start.mjs')], { cwd: dir, env });
  await chmod(dir, 0o700);
  expect(status).toBe(1);
  expect(stderr).toContain(`Ce compte ne peut pas écrire dans ${dir}`);
  expect(stderr).not.toContain('    at ');
});
