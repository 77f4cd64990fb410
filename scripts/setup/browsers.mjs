import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runStep, SetupError } from './steps.mjs';

/** Chromium without a window: half the work per page. It also took the pictures that the tests compare. */
const HEADLESS = 'chromium-headless-shell';

const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const chromiums = [
  ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** It has the widths of Arial, which the fallbacks of the site's fonts expect; Debian only recommends it to Chromium. */
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
 * Installs a Chromium for the tests unless there is one: as root Debian's package, otherwise Playwright's own download.
 * @throws {SetupError} when there is none in the end
 */
export function ensureBrowser() {
  try {
    if (canInstallPackages()) installChromium();
    else if (!systemBrowser())
      runStep('Téléchargement du navigateur des tests', 'node_modules/.bin/playwright', [
        'install',
        'chromium',
      ]);
  } catch (error) {
    if (systemBrowser()) return;
    throw new SetupError(
      `${wordsOf(error)}\nAucun navigateur pour les tests. Installez Chromium (Debian, Ubuntu : sudo apt-get install chromium) ou Google Chrome, puis relancez la commande.`,
    );
  }
}

/** Installs the package without a window, or the whole one if the release lacks it. */
function installChromium() {
  const title = 'Installation de Chromium';
  if (!existsSync(fallbackFontFolder)) installPackages('Installation d’une police', [FALLBACK_FONT]);
  if (systemBrowser()?.endsWith(HEADLESS)) return;
  try {
    installPackages(title, [HEADLESS]);
  } catch {
    if (!systemBrowser()) installPackages(title, ['chromium']);
  }
}

/** Installs Firefox and WebKit for the tests on Debian as root; says so if that fails. */
export function ensureEngines() {
  if (missingEngine() === undefined || !canInstallPackages()) return;
  try {
    installPackages('Installation de Firefox et de WebKitGTK', enginePackages);
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`);
  }
}

/**
 * Explains why Firefox and WebKit cannot be tested, with the remedy.
 * @returns {string | undefined} undefined when both are there
 */
export function missingEngine() {
  try {
    findFirefox();
    findWebKit();
    return undefined;
  } catch (error) {
    return `${wordsOf(error)} Sur Debian ou Ubuntu : sudo apt-get install ${enginePackages.join(' ')}`;
  }
}

/** Tells whether Debian's packages can be installed here: as root, with apt-get. */
function canInstallPackages() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/**
 * Installs Debian's packages.
 * @param {string} title of the step, in French @param {string[]} packages
 * @throws {SetupError} when apt-get fails
 */
export function installPackages(title, packages) {
  runStep('Mise à jour de la liste des paquets', 'apt-get', ['update', '-qq']);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  runStep(title, 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
}

/** @param {unknown} error */
function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}
