import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pinnedEnvironment } from './install.mjs';
import { runStep, StepError } from './steps.mjs';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The system's Chromium or Chrome, undefined when there is none. */
export function systemBrowser() {
  return candidates.find((path) => existsSync(path));
}

/**
 * Finds a browser for the tests, or installs one: Debian's package when root, else Playwright's own download.
 * @returns {Promise<string | undefined>} its path; undefined: the one that Playwright downloaded
 */
export async function ensureBrowser() {
  const found = systemBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0)
    return installFromDebian();
  try {
    await runStep(
      'Téléchargement du navigateur des tests',
      'playwright',
      ['install', 'chromium'],
      pinnedEnvironment(),
    );
    return undefined;
  } catch (error) {
    throw new StepError('Navigateur des tests', 'playwright install chromium', advice(error));
  }
}

async function installFromDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runStep('Mise à jour de la liste des paquets', 'apt-get', ['update', '-qq'], env);
  await runStep('Installation de Chromium', 'apt-get', ['install', '-y', '-qq', 'chromium'], env);
  return systemBrowser();
}

/** @param {unknown} error */
function advice(error) {
  return [
    error instanceof Error ? error.message : String(error),
    'Aucun navigateur pour les tests. Installez Chromium (Debian, Ubuntu : sudo apt-get install chromium) ou Google Chrome, puis relancez npm test.',
  ].join('\n');
}
