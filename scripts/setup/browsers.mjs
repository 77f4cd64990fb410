import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runStep, SetupError } from './steps.mjs';

/** Debian's packages for tests, measurements and the film, each with a path that exists once it is installed. */
const packages = {
  // Chromium without a window needs half the work per page; it also took the pictures that the tests compare.
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  // These fonts have Arial's widths, which the fallbacks of the site's fonts expect; Debian only recommends them to Chromium.
  'fonts-liberation': '/usr/share/fonts/truetype/liberation',
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  // WebKit needs this display in memory.
  xvfb: '/usr/bin/Xvfb',
  nginx: '/usr/sbin/nginx',
  ffmpeg: '/usr/bin/ffmpeg',
  wrk: '/usr/bin/wrk',
};

const chromiums = [
  packages['chromium-headless-shell'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const miniBrowsers = ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].flatMap((version) =>
  ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/${version}/MiniBrowser`),
);

/** Paths of the programs for tests in Firefox and WebKit; a missing one gets the path that Debian would give it. */
export const engines = {
  firefox: packages['firefox-esr'],
  webKitDriver: packages['webkit2gtk-driver'],
  webKit: miniBrowsers.find((path) => existsSync(path)) ?? '/usr/lib/…/MiniBrowser',
  display: packages.xvfb,
};
const enginePackages = /** @type {const} */ (['firefox-esr', 'webkit2gtk-driver', 'xvfb']);

/** Finds the system's Chromium or Chrome. @returns undefined when there is none */
export function systemBrowser() {
  return chromiums.find((path) => existsSync(path));
}

/** Explains why Firefox and WebKit cannot be tested, with the remedy; undefined when all is there. */
export function missingEngine() {
  const missing = Object.values(engines).filter((path) => !existsSync(path));
  if (missing.length === 0) return undefined;
  return notFound(missing, enginePackages);
}

/** @param {string[]} missing @param {readonly string[]} names of Debian's packages */
function notFound(missing, names) {
  return `Introuvable : ${missing.join(', ')}. Sur Debian ou Ubuntu : sudo apt-get install ${names.join(' ')}`;
}

/** Installs Firefox and WebKit for the tests, if this machine allows it. */
export function ensureEngines() {
  if (missingEngine() !== undefined) ensurePackages(enginePackages);
}

/**
 * Installs a Chromium for the tests unless there is one: Debian's, or else Playwright's download.
 * @throws {SetupError} when there is still none
 */
export function ensureBrowser() {
  ensurePackages(['fonts-liberation', 'chromium-headless-shell']);
  if (systemBrowser()) return;
  try {
    const words = ['install', 'chromium'];
    runStep('Téléchargement du navigateur des tests', 'node_modules/.bin/playwright', words);
  } catch (error) {
    throw new SetupError(
      `${/** @type {Error} */ (error).message}\nAucun navigateur pour les tests. Installez Chromium (Debian, Ubuntu : sudo apt-get install chromium) ou Google Chrome, puis relancez la commande.`,
    );
  }
}

/**
 * Installs these programs, if this machine allows it.
 * @param {('nginx' | 'wrk' | 'ffmpeg')[]} names
 * @throws {SetupError} with the remedy when one is still missing
 */
export function ensurePrograms(names) {
  ensurePackages(names);
  // The path of an ordinary account lacks /usr/sbin.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const missing = names.filter((name) => spawnSync(name, ['-v'], { env }).error);
  if (missing.length > 0) throw new SetupError(notFound(missing, missing));
}

/**
 * Installs missing packages of Debian, and reports a failure without throwing. Does nothing on other systems, or for another
 * account than root.
 * @param {readonly (keyof typeof packages)[]} names
 */
function ensurePackages(names) {
  const missing = names.filter((name) => !existsSync(packages[name]));
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (missing.length === 0 || !canInstall) return;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    runStep('Mise à jour de la liste des paquets', 'apt-get', ['update', '-qq']);
    runStep(`Installation de ${missing.join(', ')}`, 'apt-get', install, env);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  }
}
