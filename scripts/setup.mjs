// "$NODE" scripts/setup.mjs [build] [commands] [browser] [engines] [bench] [mutation] [film]
// Installs the packages of the lock file, the pinned Node among them, then what the arguments ask for. Existing results stay.
// npm's own Node (20 or newer, $NODE) runs it, because the pinned one may be missing or belong to another system.
// So this file and setup/ need nothing installed and are not TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensureEngines, ensurePrograms } from './setup/browsers.mjs';
import { digest, isDone, once, root, runStep, SetupError } from './setup/steps.mjs';
import { studioFolder } from './setup/studio-folder.mjs';

const pinnedNode = join(root, 'node_modules/node/bin/node');
const installed = 'node_modules/.installed-from';
const built = 'dist/.built-from';
const sources = [studioFolder(), 'src', 'vite.config.ts', 'tsconfig.json', 'scripts', 'package-lock.json'];

/**
 * These options keep settings of the user or the machine (.npmrc, NODE_ENV, a workspace above) from changing the installation.
 */
const ci = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--bin-links=true',
  '--engine-strict=false',
  '--ignore-scripts=false',
  '--no-workspaces',
  '--install-strategy=hoisted',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/** The environment overrides `min-release-age`, because options do not reach the npm that Node's package starts. */
const npmEnvironment = { ...process.env, npm_config_min_release_age: '0' };

const tasks = {
  build,
  commands: buildForCommands,
  browser: ensureBrowser,
  engines: ensureEngines,
  bench: async () => {
    await installFolder('bench');
    ensurePrograms(['wrk']);
  },
  mutation: () => installFolder('mutation'),
  film: () => ensurePrograms(['ffmpeg']),
};

try {
  refuseUnfitFolder();
  await installProject();
  for (const word of process.argv.slice(2)) await tasks[/** @type {keyof typeof tasks} */ (word)]();
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exitCode = 1;
}

function build() {
  return once(built, digest(sources), () =>
    runStep('Construction du site', pinnedNode, ['scripts/build-site.mjs']),
  );
}

/** Builds for commands. A faulty studio folder or a full disk must not keep the operator from the messages. */
async function buildForCommands() {
  try {
    await build();
  } catch (error) {
    if (!existsSync(join(root, 'dist'))) throw error;
    process.stderr.write(`\n${explain(error)}\nCette commande se sert du site construit auparavant.\n\n`);
  }
}

/** Refuses characters in the project's path that Vite or npm would read as parts of an address or a list. */
function refuseUnfitFolder() {
  const sign = /[#?:]/.exec(root)?.[0];
  if (sign)
    throw new SetupError(
      `Le chemin du projet (${root}) contient « ${sign} », que les outils de construction ne supportent pas. Renommez ou déplacez le dossier.`,
    );
}

async function installProject() {
  if (existsSync(join(root, installed)) && (nodeFault() || isChanged())) rmSync(join(root, installed));
  const inputs = `${digest(['package-lock.json'])} ${process.platform} ${process.arch} ${ci.join(' ')}`;
  await once(installed, inputs, () => {
    // A copied folder may hold the Node of another system, which would otherwise run npm.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    runStep('Installation des dépendances et de Node', 'npm', ci, npmEnvironment);
    const fault = nodeFault();
    if (fault) throw new SetupError(fault);
  });
}

/** Says why the pinned Node does not start; undefined when it does. */
function nodeFault() {
  const { status, error, stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  if (status === 0) return undefined;
  if (/** @type {NodeJS.ErrnoException | undefined} */ (error)?.code === 'EACCES')
    return `Aucun programme ne peut être lancé depuis ${root} : son disque est monté avec « noexec ». Remontez-le sans (mount -o remount,exec), ou choisissez un autre dossier.`;
  return existsSync(pinnedNode)
    ? `Le Node installé ne démarre pas : ${error?.message ?? stderr.trim()}\nS’il lui manque libatomic.so.1 (Debian, Ubuntu) : sudo apt-get install libatomic1.`
    : 'npm n’a pas mis Node en place : ses scripts d’installation sont sans doute refusés (ignore-scripts). Relancez avec npm_config_ignore_scripts=false devant la commande.';
}

/**
 * Checks whether npm has changed the packages after this setup, and a build is due. npm's settings may have left some packages
 * out. A built site starts without them, as on hosts that remove build tools.
 */
function isChanged() {
  const changed = (/** @type {string} */ path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changed('node_modules/.package-lock.json') > changed(installed) && !isDone(built, digest(sources));
}

/** Installs tools from their own lock file, so that the project itself does not contain them. @param {string} folder */
async function installFolder(folder) {
  const inputs = digest([`${folder}/package-lock.json`]);
  await once(`${folder}/node_modules/.installed-from`, inputs, () =>
    runStep(`Installation de ${folder}`, 'npm', [...ci, '--prefix', join(root, folder)], npmEnvironment),
  );
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof SetupError) return error.message;
  const { code, path, message, stack } = /** @type {NodeJS.ErrnoException} */ (error);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') && path?.startsWith(root))
    return `Ce compte ne peut pas écrire dans ${root} (${message}). Lancez la commande avec le compte à qui le dossier appartient, ou d’abord, avec ce compte, npm run build.`;
  return stack;
}
