// npm test: everything a fresh clone needs, the browsers included, then every check and every test.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensureEngines } from './setup/browsers.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { failedTests } from './setup/failed-tests.mjs';
import { pinnedEnvironment, runPinned } from './setup/install.mjs';
import { staticChecks } from './setup/static-checks.mjs';
import { root, runStep } from './setup/steps.mjs';

const reports = 'test-results';

/** @typedef {{ name: string, passed: number, failed: number, failures?: string[] }} Result */

await runPinned(async () => {
  // Beside the build and the checks: it mostly waits for the network.
  const engines = ensureBrowser().then(ensureEngines);
  engines.catch(() => {});
  await ensureBuilt();
  rmSync(join(root, reports), { recursive: true, force: true });
  const results = [];
  for (const check of staticChecks) results.push(await checked(...check));
  results.push(await vitestTests(await engines), await browserTests());
  report(results);
});

/**
 * A tool that passes or fails as a whole counts as one test.
 * @param {string} name @param {string} command @param {string[]} args
 * @returns {Promise<Result>}
 */
async function checked(name, command, args) {
  try {
    await runStep(name, command, args, pinnedEnvironment());
    return { name, passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name, passed: 0, failed: 1 };
  }
}

/** @param {string | undefined} missing why there is no Firefox or WebKit: their journeys are then not run, nor counted */
async function vitestTests(missing) {
  if (missing !== undefined) console.error(`Parcours dans Firefox et WebKit : non exécutés. ${missing}`);
  const file = `${reports}/vitest.json`;
  const ok = await runShown('vitest', [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...(missing === undefined ? [] : ['--exclude=tests/engines/**']),
  ]);
  const found = read(file);
  return tally('Vitest', found?.numPassedTests, found?.numFailedTests, ok, failedTests(found));
}

async function browserTests() {
  const ok = await runShown('playwright', ['test']);
  const found = read(`${reports}/browser.json`);
  const { expected, unexpected, flaky } = found?.stats ?? {};
  return tally('Playwright', expected, unexpected + flaky || 0, ok, failedTests(found));
}

/**
 * A runner that failed without a failed test (it did not even start) counts as one failure.
 * @param {string} name @param {number | undefined} passed @param {number | undefined} failed @param {boolean} ok
 * @param {string[]} failures
 * @returns {Result}
 */
function tally(name, passed = 0, failed = 0, ok, failures) {
  const sound = ok && passed > 0 && failed === 0;
  return { name, passed, failed: failed === 0 && !sound ? 1 : failed, failures };
}

/** @param {Result[]} results */
function report(results) {
  for (const { name, failures = [] } of results)
    for (const failure of failures) console.log(`Échec, ${name} : ${failure}`);
  for (const { name, passed, failed } of results)
    console.log(`${name} : ${passed} réussis, ${failed} échoués`);
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  if (sum('failed') > 0) process.exitCode = 1;
}

/** @param {string} command @param {string[]} args @returns {Promise<boolean>} */
function runShown(command, args) {
  return new Promise((resolve) => {
    spawn(command, args, { cwd: root, env: pinnedEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] })
      .on('error', () => resolve(false))
      .on('close', (code) => resolve(code === 0));
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
