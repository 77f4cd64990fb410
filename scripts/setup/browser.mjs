import { existsSync } from 'node:fs';
import { aptGet, hasDebianPackages, isDebianPackage, updatePackageList } from './debian-packages.mjs';
import { pinnedEnvironment } from './install.mjs';
import { runStep, StepError } from './steps.mjs';

/** Chromium without a window: half the work for each page, and the one that took the pictures the tests compare. */
const HEADLESS = 'chromium-headless-shell';

const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const candidates = [
  ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
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
  if (found?.endsWith(HEADLESS)) return found;
  if (hasDebianPackages()) return browserFromDebian().catch((error) => found ?? Promise.reject(error));
  if (found) return found;
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

/**
 * Installs the package without a window, or the whole one where the release does not have it, unless a browser is there.
 * @param {typeof import('./steps.mjs').runStep} [run]
 */
export async function browserFromDebian(run) {
  const found = systemBrowser();
  if (found?.endsWith(HEADLESS)) return found;
  await updatePackageList(run);
  const name = isDebianPackage(HEADLESS) ? HEADLESS : 'chromium';
  if (name === 'chromium' && found) return found;
  await aptGet('Installation de Chromium', ['install', '-y', name], run);
  return systemBrowser();
}

/** @param {unknown} error */
function advice(error) {
  return [
    error instanceof Error ? error.message : String(error),
    'Aucun navigateur pour les tests. Installez Chromium (Debian, Ubuntu : sudo apt-get install chromium) ou Google Chrome, puis relancez la commande.',
  ].join('\n');
}
