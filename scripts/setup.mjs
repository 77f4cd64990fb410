// "$NODE" scripts/setup.mjs [build] [browser] [engines] [bench] [mutation]
// Installs the packages of the lock file, the pinned Node among them, then what the arguments ask for. Existing results stay.
// npm's own Node (20 or newer, $NODE) runs it, because the pinned one may be missing or belong to another system.
// So this file and setup/ need nothing installed and are not TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureBrowser, ensureEngines, installPackages } from './setup/browsers.mjs';
import { digest, once } from './setup/once.mjs';
import { root, runStep, SetupError } from './setup/steps.mjs';

const pinnedNode = join(root, 'node_modules/node/bin/node');
const builtFrom = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'scripts', 'package-lock.json'];

/** Settings of the user or the machine (.npmrc, NODE_ENV, a workspace above) must not change the installation. */
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

const tasks = {
  build: () =>
    once('dist/.built-from', digest(builtFrom), () =>
      runStep('Construction du site', pinnedNode, ['scripts/build-site.mjs']),
    ),
  browser: ensureBrowser,
  engines: ensureEngines,
  bench: async () => {
    await installFolder('bench');
    const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
    const isThere = (/** @type {string} */ name) => folders.some((folder) => existsSync(join(folder, name)));
    const missing = ['nginx', 'wrk'].filter((name) => !isThere(name));
    if (missing.length > 0) installPackages('Installation des outils de mesure', missing);
  },
  mutation: () => installFolder('mutation'),
};

try {
  refuseUnfitFolder();
  await installProject();
  for (const word of process.argv.slice(2)) await tasks[/** @type {keyof typeof tasks} */ (word)]();
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exitCode = 1;
}

/** Vite and npm take some characters of a path for parts of an address or of a list. */
function refuseUnfitFolder() {
  const sign = /[#?:]/.exec(root.replace(/^[a-z]:/i, ''))?.[0];
  if (sign)
    throw new SetupError(
      `Le chemin du projet (${root}) contient « ${sign} », que les outils de construction ne supportent pas. Renommez ou déplacez le dossier.`,
    );
}

async function installProject() {
  const stamp = 'node_modules/.installed-from';
  const nodeRuns = () => spawnSync(pinnedNode, ['--version']).status === 0;
  if (existsSync(join(root, stamp)) && !nodeRuns()) rmSync(join(root, stamp));
  const inputs = `${digest(['package-lock.json'])} ${process.platform} ${process.arch} ${ci.join(' ')}`;
  await once(stamp, inputs, () => {
    // A Node of another system, copied with the folder, would otherwise run npm.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    runStep('Installation des dépendances et de Node', 'npm', ci);
    if (!nodeRuns())
      throw new SetupError(
        'npm n’a pas mis Node en place : ses scripts d’installation sont sans doute refusés (ignore-scripts). Relancez avec npm_config_ignore_scripts=false devant la commande.',
      );
  });
}

/** Installs tools with their own lock file, so that the project installs none of them. @param {string} folder */
async function installFolder(folder) {
  const inputs = digest([`${folder}/package-lock.json`]);
  await once(`${folder}/node_modules/.installed-from`, inputs, () =>
    runStep(`Installation de ${folder}`, 'npm', [...ci, '--prefix', join(root, folder)]),
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
