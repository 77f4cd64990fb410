import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pinnedEnvironment } from './install.mjs';
import { runStep, StepError } from './steps.mjs';

/** Chromium without a window: half the work for each page, and the one that took the pictures the tests compare. */
const HEADLESS = 'chromium-headless-shell';

const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const chromiums = [
  ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Has the widths of Arial, as the fallbacks of the site's fonts expect; Debian only recommends it to Chromium. */
const FALLBACK_FONT = 'fonts-liberation';
const fallbackFontFolder = '/usr/share/fonts/truetype/liberation';

/** Debian's packages of Firefox, of WebKit, and of the display in memory that WebKit needs. */
const enginePackages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];
const machines = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];
const miniBrowsers = ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].flatMap((version) =>
  machines.map((machine) => `/usr/lib/${machine}/${version}/MiniBrowser`),
);

/** Finds the system's Chromium or Chrome. @returns undefined when there is none */
export function systemBrowser() {
  return chromiums.find((path) => existsSync(path));
}

/** Finds the system's Firefox. @throws {Error} when there is none */
export function findFirefox() {
  return find('Firefox', ['/usr/bin/firefox-esr', '/usr/bin/firefox']);
}

/** Finds WebKitGTK's driver and small browser, and the display they need. @throws {Error} when one is missing */
export function findWebKit() {
  return {
    driver: find('WebKitWebDriver', ['/usr/bin/WebKitWebDriver']),
    browser: find('MiniBrowser', miniBrowsers),
    display: find('Xvfb', ['/usr/bin/Xvfb']),
  };
}

/** @param {string} name @param {string[]} places */
function find(name, places) {
  const path = places.find((place) => existsSync(place));
  if (path === undefined) throw new Error(`${name} est introuvable.`);
  return path;
}

/**
 * Finds a Chromium for the tests, or installs one: Debian's package when root, else Playwright's own download.
 * @returns {Promise<string | undefined>} its path; undefined: the one that Playwright downloaded
 */
export async function ensureBrowser() {
  const found = systemBrowser();
  try {
    if (canInstallPackages()) {
      if (!existsSync(fallbackFontFolder))
        await installPackages('Installation d’une police', [FALLBACK_FONT]);
      return await chromiumFromDebian(found);
    }
    const install = ['install', 'chromium'];
    if (!found)
      await runStep('Téléchargement du navigateur des tests', 'playwright', install, pinnedEnvironment());
    return found;
  } catch (error) {
    if (found) return found;
    const advice =
      'Aucun navigateur pour les tests. Installez Chromium (Debian, Ubuntu : sudo apt-get install chromium) ou Google Chrome, puis relancez la commande.';
    throw new StepError('Navigateur des tests', 'Chromium', `${wordsOf(error)}\n${advice}`);
  }
}

/** Installs the package without a window; the whole one where the release lacks it. @param {string | undefined} found */
async function chromiumFromDebian(found) {
  if (found?.endsWith(HEADLESS)) return found;
  const title = 'Installation de Chromium';
  await installPackages(title, [HEADLESS]).catch(async () => {
    if (!found) await installPackages(title, ['chromium']);
  });
  return systemBrowser();
}

/**
 * Finds Firefox and WebKit for the tests, or installs them when this is Debian and we are root.
 * @returns {Promise<string | undefined>} undefined when both are there; otherwise why not, and what to do
 */
export async function ensureEngines() {
  if (missingEngine() === undefined) return undefined;
  if (canInstallPackages())
    await installPackages('Installation de Firefox et de WebKitGTK', enginePackages).catch((error) =>
      process.stderr.write(`${wordsOf(error)}\n`),
    );
  return missingEngine();
}

/** @returns {string | undefined} */
function missingEngine() {
  try {
    findFirefox();
    findWebKit();
    return undefined;
  } catch (error) {
    return `${wordsOf(error)} Sur Debian ou Ubuntu : sudo apt-get install ${enginePackages.join(' ')}`;
  }
}

/** Tells whether Debian's packages can be installed here: apt-get is there, and we are root. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/**
 * Installs Debian's packages.
 * @param {string} title of the step, in French @param {string[]} packages
 * @throws {StepError} when apt-get fails
 */
export async function installPackages(title, packages) {
  await runStep('Mise à jour de la liste des paquets', 'apt-get', ['update', '-qq']);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runStep(title, 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
}

/** @param {unknown} error */
function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}
