// npm test: everything a fresh clone needs, the browsers included, then every check and every test.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensureEngines } from './setup/browsers.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { pinnedEnvironment, runPinned, runShown } from './setup/install.mjs';
import { staticChecks } from './setup/static-checks.mjs';
import { root, runStep } from './setup/steps.mjs';

const reports = 'test-results';

/** @typedef {{ passed: number, failed: number }} Result */

await runPinned(async () => {
  // Beside the build and the checks: it mostly waits for the network.
  const engines = ensureBrowser().then(ensureEngines);
  engines.catch(() => {});
  await ensureBuilt();
  rmSync(join(root, reports), { recursive: true, force: true });
  /** @type {Result[]} */
  const results = [];
  for (const check of staticChecks) results.push(await checked(...check));
  results.push(await vitestTests(await engines), await browserTests());
  const sum = (/** @type {keyof Result} */ key) => results.reduce((total, each) => total + each[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  if (sum('failed') > 0) process.exitCode = 1;
});

/**
 * A tool that passes or fails as a whole counts as one test.
 * @param {string} title @param {string} command @param {string[]} args
 * @returns {Promise<Result>}
 */
async function checked(title, command, args) {
  try {
    await runStep(title, command, args, pinnedEnvironment());
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

/** @param {string | undefined} missing why there is no Firefox or WebKit: their journeys are then not run, nor counted */
async function vitestTests(missing) {
  if (missing !== undefined) console.error(`Parcours dans Firefox et WebKit : non exécutés. ${missing}`);
  const file = `${reports}/vitest.json`;
  const code = await runShown('vitest', [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...(missing === undefined ? [] : ['--exclude=tests/engines/**']),
  ]);
  const { numPassedTests, numFailedTests } = read(file);
  return tally(code, numPassedTests, numFailedTests);
}

async function browserTests() {
  const code = await runShown('playwright', ['test']);
  const { expected, unexpected = 0, flaky = 0 } = read(`${reports}/browser.json`).stats ?? {};
  return tally(code, expected, unexpected + flaky);
}

/**
 * A runner that failed without a failed test (it did not even start) counts as one failure.
 * @param {number} code the exit code @param {number} [passed] @param {number} [failed]
 * @returns {Result}
 */
function tally(code, passed = 0, failed = 0) {
  const sound = code === 0 && passed > 0;
  return { passed, failed: sound ? failed : Math.max(failed, 1) };
}

/** @param {string} report */
function read(report) {
  try {
    return JSON.parse(readFileSync(join(root, report), 'utf8'));
  } catch {
    return {};
  }
}
