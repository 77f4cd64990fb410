import { spawnSync } from 'node:child_process';
import { runStep } from './steps.mjs';

/** Whether packages can be installed from Debian here: apt-get is there, and we are root. */
export function hasDebianPackages() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** Whether this release has a package of this name, once its list is up to date. @param {string} name */
export function isDebianPackage(name) {
  return spawnSync('apt-cache', ['show', name]).status === 0;
}

/**
 * @param {string} title what the step does, in French
 * @param {string[]} words for apt-get
 * @param {typeof runStep} [run]
 * @throws {import('./steps.mjs').StepError} when apt-get fails
 */
export async function aptGet(title, words, run = runStep) {
  await run(title, 'apt-get', [...words, '-qq'], { ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
}

/** @param {typeof runStep} [run] */
export async function updatePackageList(run) {
  await aptGet('Mise à jour de la liste des paquets', ['update'], run);
}
