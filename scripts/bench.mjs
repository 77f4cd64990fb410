// npm run bench: installs what the bench compares with, then measures. Options and scenarios: bench/options.mjs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './setup/browser.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { aptGet, hasDebianPackages, updatePackageList } from './setup/debian-packages.mjs';
import { ensureFolderInstalled, pinnedEnvironment, runPinned } from './setup/install.mjs';
import { root, StepError } from './setup/steps.mjs';

/** Each with a lock file of its own, so that the product installs none of it. */
const folders = ['bench', 'bench/peers/graphql', 'bench/peers/floor-react', 'bench/peers/spa'];
const programs = ['nginx', 'wrk'];

await runPinned(async () => {
  await ensureBrowser();
  for (const folder of folders) await ensureFolderInstalled(folder);
  await ensurePrograms();
  await ensureBuilt();
  process.exitCode = await runShown('node', ['bench/run.mjs', ...process.argv.slice(2)]);
});

/** nginx and wrk, from Debian when root. @throws StepError when they are missing and cannot be installed */
async function ensurePrograms() {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  const advice = `Installez ${missing.join(' et ')} (Debian, Ubuntu : sudo apt-get install ${missing.join(' ')}).`;
  if (!hasDebianPackages()) throw new StepError('Outils de mesure', missing.join(', '), advice);
  await updatePackageList();
  await aptGet('Installation des outils de mesure', ['install', '-y', ...missing]);
}

/** @param {string} program */
function isInstalled(program) {
  const searched = `${process.env['PATH'] ?? ''}:/usr/sbin`.split(':');
  return searched.some((folder) => existsSync(join(folder, program)));
}

/** @param {string} command @param {string[]} args @returns {Promise<number>} its exit code */
function runShown(command, args) {
  const env = pinnedEnvironment();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...env, PATH: `${env['PATH']}:/usr/sbin` },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
