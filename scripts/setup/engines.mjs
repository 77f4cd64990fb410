import { existsSync } from 'node:fs';
import { aptGet, hasDebianPackages, updatePackageList } from './debian-packages.mjs';

/** Debian's packages of the two engines beside Chromium, and of a display in memory. */
const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const machines = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];
const miniBrowsers = ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].flatMap((version) =>
  machines.map((machine) => `/usr/lib/${machine}/${version}/MiniBrowser`),
);

/** @param {string[]} candidates */
const first = (candidates) => candidates.find((path) => existsSync(path));

/** The system's Firefox. @throws {Error} when there is none */
export function findFirefox() {
  return wanted('Firefox', first(firefox));
}

/** WebKitGTK's driver and small browser, and the display they need. @throws {Error} when one is missing */
export function findWebKit() {
  return {
    driver: wanted('WebKitWebDriver', first(['/usr/bin/WebKitWebDriver'])),
    browser: wanted('MiniBrowser', first(miniBrowsers)),
    display: wanted('Xvfb', first(['/usr/bin/Xvfb'])),
  };
}

/**
 * Finds the engines, or installs them when this is Debian and we are root.
 * @returns {Promise<string | undefined>} undefined when all are there; otherwise why not, and what to do
 */
export async function ensureEngines() {
  if (hasDebianPackages())
    await enginesFromDebian().catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    });
  return missing();
}

/**
 * Installs the engines, unless they are there.
 * @param {typeof import('./steps.mjs').runStep} [run]
 */
export async function enginesFromDebian(run) {
  if (missing() === undefined) return;
  await updatePackageList(run);
  const words = ['install', '-y', '--no-install-recommends', ...packages];
  await aptGet('Installation de Firefox et de WebKitGTK', words, run);
}

/** @returns {string | undefined} */
function missing() {
  try {
    findFirefox();
    findWebKit();
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${reason} Sur Debian ou Ubuntu : sudo apt-get install ${packages.join(' ')}`;
  }
}

/** @param {string} name @param {string | undefined} path */
function wanted(name, path) {
  if (path === undefined) throw new Error(`${name} est introuvable.`);
  return path;
}
