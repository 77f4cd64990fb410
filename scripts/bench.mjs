// npm run bench: installs what the bench compares with, then measures. Options: bench/run.mjs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, ensureBrowser, installPackages } from './setup/browsers.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureFolderInstalled, pinnedEnvironment, runPinned } from './setup/install.mjs';
import { root, StepError } from './setup/steps.mjs';

const programs = ['nginx', 'wrk'];

await runPinned(async () => {
  const browser = await ensureBrowser();
  await ensureFolderInstalled('bench');
  await ensurePrograms();
  await ensureBuilt();
  process.exitCode = await measure(browser ? { CHROME_PATH: browser } : {});
});

/** Installs nginx and wrk from Debian. @throws StepError when they are missing and cannot be installed */
async function ensurePrograms() {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  const advice = `Installez ${missing.join(' et ')} (Debian, Ubuntu : sudo apt-get install ${missing.join(' ')}).`;
  if (!canInstallPackages()) throw new StepError('Outils de mesure', missing.join(', '), advice);
  await installPackages('Installation des outils de mesure', missing);
}

/** @param {string} program */
function isInstalled(program) {
  const searched = `${process.env['PATH'] ?? ''}:/usr/sbin`.split(':');
  return searched.some((folder) => existsSync(join(folder, program)));
}

/** @param {Record<string, string>} settings @returns {Promise<number>} the exit code */
function measure(settings) {
  const env = pinnedEnvironment();
  const child = spawn('node', ['bench/run.mjs', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...env, ...settings, PATH: `${env['PATH']}:/usr/sbin` },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
