// npm test: everything a fresh clone needs, the browser included, then every check and every test.

import { execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { browserFromDebian, ensureBrowser } from './setup/browser.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { hasDebianPackages } from './setup/debian-packages.mjs';
import { enginesFromDebian, ensureEngines } from './setup/engines.mjs';
import { failedTests } from './setup/failed-tests.mjs';
import { pinnedEnvironment, runPinned } from './setup/install.mjs';
import { staticChecks } from './setup/static-checks.mjs';
import { root, runStep, runStepBeside } from './setup/steps.mjs';

const reports = 'test-results';

/** @typedef {{ name: string, passed: number, failed: number, ok: boolean, failures?: string[] }} Result */

await runPinned(main, () => beside(browserFromDebian));

async function main() {
  await ensureBrowser();
  const engines = beside(enginesFromDebian);
  await ensureBuilt();
  rmSync(join(root, reports), { recursive: true, force: true });
  const results = [
    ...(await checks()),
    await vitestTests('Tests unitaires', 'unit', ['--exclude', 'tests/faults/**']),
    await browserTests('Parcours dans le navigateur', 'playwright.config.ts', 'browser'),
    await browserTests('Aspect des pages', 'playwright.visual.config.ts', 'visual'),
    ...(await faultsBesideEngines(engines)),
  ];
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  for (const { name, failures = [] } of results)
    for (const failure of failures) console.log(`Échec, ${name} : ${failure}`);
  for (const { name, passed, failed } of results)
    console.log(`${name} : ${passed} réussis, ${failed} échoués`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

/**
 * Installs packages while other steps run. What fails here is tried again, and said, when it is needed.
 * @param {typeof browserFromDebian | typeof enginesFromDebian} install
 */
async function beside(install) {
  if (hasDebianPackages()) await install(runStepBeside).catch(() => {});
}

async function checks() {
  const results = [];
  for (const [name, command, args] of staticChecks) results.push(await check(name, command, args));
  return results;
}

/**
 * A tool that passes or fails as a whole counts as one test.
 * @param {string} name @param {string} command @param {string[]} args
 * @returns {Promise<Result>}
 */
async function check(name, command, args) {
  try {
    await runStep(name, command, args, pinnedEnvironment());
    return { name, passed: 1, failed: 0, ok: true };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name, passed: 0, failed: 1, ok: false };
  }
}

/**
 * @param {string} name @param {string} report name of the file with its numbers @param {string[]} args for vitest
 * @param {(command: string, args: string[]) => Promise<boolean>} [run]
 * @returns {Promise<Result>}
 */
async function vitestTests(name, report, args, run = runShown) {
  const file = `${reports}/${report}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = await run('vitest', ['run', ...args, ...reporters]);
  const found = read(file);
  return tally(name, found?.numPassedTests, found?.numFailedTests, ok, failedTests(found));
}

/**
 * @param {string} name @param {string} config @param {string} report name of the report that the configuration writes
 * @returns {Promise<Result>}
 */
async function browserTests(name, config, report) {
  const ok = await runShown('playwright', ['test', '--config', config]);
  const found = read(`${reports}/${report}.json`);
  const { expected, unexpected, flaky } = found?.stats ?? {};
  return tally(name, expected, unexpected + flaky || 0, ok, failedTests(found));
}

/**
 * Runs both at once, as they mostly wait. The short form of the faults judges no time that other work moves.
 * @param {Promise<void>} engines settled once Firefox and WebKit are installed
 * @returns {Promise<Result[]>}
 */
async function faultsBesideEngines(engines) {
  await engines;
  const faults = vitestTests('Pannes', 'faults', ['tests/faults', '--maxWorkers=3']);
  const journeys = engineTests();
  return [await faults, ...(await journeys)];
}

/**
 * The journeys in Firefox and WebKit, where they are available; elsewhere a line says so, and nothing is counted.
 * @returns {Promise<Result[]>}
 */
async function engineTests() {
  const missing = await ensureEngines();
  if (missing !== undefined) {
    console.error(`Parcours dans Firefox et WebKit : non exécutés. ${missing}`);
    return [];
  }
  const args = ['--config', 'vitest.engines.config.ts'];
  return [await vitestTests('Parcours dans Firefox et WebKit', 'engines', args, runShownAtItsEnd)];
}

/**
 * A runner that failed without a failed test (it did not even start) counts as one failure.
 * @param {string} name @param {number | undefined} passed @param {number | undefined} failed @param {boolean} ok
 * @param {string[]} failures
 * @returns {Result}
 */
function tally(name, passed = 0, failed = 0, ok, failures) {
  const sound = ok && passed > 0 && failed === 0;
  return { name, passed, failed: failed === 0 && !sound ? 1 : failed, ok: sound, failures };
}

/** @param {string} command @param {string[]} args @returns {Promise<boolean>} */
function runShown(command, args) {
  return new Promise((resolve) => {
    spawn(command, args, { cwd: root, env: pinnedEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] })
      .on('error', () => resolve(false))
      .on('close', (code) => resolve(code === 0));
  });
}

/**
 * For a command that runs beside another: its output is shown in one piece, at its end.
 * @param {string} command @param {string[]} args @returns {Promise<boolean>}
 */
function runShownAtItsEnd(command, args) {
  const options = { cwd: root, env: pinnedEnvironment(), maxBuffer: Infinity };
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      resolve(error === null);
    });
  });
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}
