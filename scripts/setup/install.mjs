import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withSetupLock } from './setup-lock.mjs';
import { digest, isStamped, writeStamp } from './stamp.mjs';
import { root, runScript, runStep, StepError } from './steps.mjs';

const bin = join(root, 'node_modules', '.bin');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');
const stamp = 'node_modules/.installed-from';

/** Settings of the user or the machine (.npmrc, NODE_ENV, a workspace above) must not decide what is installed. */
const ci = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--bin-links=true',
  '--engine-strict=false',
  '--ignore-scripts=false',
  '--no-workspaces',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

const noScripts =
  'npm n’a pas mis Node en place : ses scripts d’installation sont sans doute refusés (ignore-scripts). Relancez avec npm_config_ignore_scripts=false devant la commande.';

/** Gives the environment in which `node` is the pinned one and the project's tools are found. */
export function pinnedEnvironment() {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** Tells whether what is installed is what the lock file names, for this system, and its Node runs. */
export function isInstalled() {
  return isStamped(stamp, wantedStamp()) && nodeRuns();
}

function wantedStamp() {
  return `${digest(['package-lock.json'])} ${process.platform} ${process.arch} ${ci.join(' ')}`;
}

/** A folder that was copied from another system has a Node that cannot start. */
function nodeRuns() {
  if (!existsSync(pinnedNode)) return false;
  return isPinnedNode() || spawnSync(pinnedNode, ['--version']).status === 0;
}

function isPinnedNode() {
  return process.version === `v${pinnedVersion()}`;
}

/** Installs the locked dependencies, the pinned Node among them, unless they are there already. */
export async function ensureInstalled() {
  if (!isInstalled()) await withSetupLock(install);
}

async function install() {
  // Another command may have installed them while this one waited.
  if (isInstalled()) return;
  await runStep('Installation des dépendances et de Node', 'npm', ci);
  if (!nodeRuns()) throw new StepError('Installation de Node', 'npm ci', noScripts);
  writeStamp(stamp, wantedStamp());
}

/**
 * Installs what is missing, then runs a script's main function under the pinned Node: here when this process is already
 * under it, otherwise in a new process with the same command line, whose exit code this one takes over. A failure is printed
 * once and gives exit code 1.
 * @param {() => Promise<void>} main
 */
export async function runPinned(main) {
  await runScript(async () => {
    await ensureInstalled();
    if (isPinnedNode()) await main();
    else process.exitCode = await runShown(pinnedNode, [...process.execArgv, ...process.argv.slice(1)]);
  });
}

/**
 * Installs what the lock file of a folder names, unless it is there already: tools that have one of their own, so that the
 * project installs none of them.
 * @param {string} folder below the root
 * @throws {StepError} when npm fails
 */
export async function ensureFolderInstalled(folder) {
  const folderStamp = `${folder}/node_modules/.installed-from`;
  const wanted = digest([`${folder}/package-lock.json`]);
  if (isStamped(folderStamp, wanted)) return;
  await runStep(
    `Installation de ${folder}`,
    'npm',
    [...ci, '--prefix', join(root, folder)],
    pinnedEnvironment(),
  );
  writeStamp(folderStamp, wanted);
}

/**
 * Runs a command of the project with the terminal as its own, and passes signals on.
 * @param {string} command @param {string[]} args @param {Record<string, string>} [settings] variables beside the environment
 * @returns {Promise<number>} its exit code; 1 when a signal ended it or it did not start
 */
export function runShown(command, args, settings = {}) {
  const env = { ...pinnedEnvironment(), ...settings };
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1));
  });
}

/** @returns {string} */
function pinnedVersion() {
  return JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')).version;
}
