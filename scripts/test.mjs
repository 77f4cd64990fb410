// Runs every test after setup.mjs; the last line adds up both suites.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { missingEngine } from './setup/browsers.mjs';

const reports = 'test-results';

rmSync(reports, { recursive: true, force: true });
const results = [vitestTests(), browserTests()];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

/** Without Firefox or WebKit their journeys are neither run nor counted. */
function vitestTests() {
  const missing = missingEngine();
  if (missing !== undefined) console.error(`Parcours dans Firefox et WebKit : non exécutés. ${missing}`);
  const file = `${reports}/vitest.json`;
  const isGood = run('vitest', [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...(missing === undefined ? [] : ['--exclude=tests/engines/**']),
  ]);
  const { numPassedTests, numFailedTests } = read(file);
  return tally(isGood, numPassedTests, numFailedTests);
}

function browserTests() {
  const isGood = run('playwright', ['test']);
  const { expected, unexpected = 0, flaky = 0 } = read(`${reports}/browser.json`).stats ?? {};
  return tally(isGood, expected, unexpected + flaky);
}

/** @param {string} tool @param {string[]} args */
function run(tool, args) {
  return spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit' }).status === 0;
}

/**
 * Counts a runner that failed without a failed test (it did not even start) as one failure.
 * @param {boolean} isGood @param {number} [passed] @param {number} [failed]
 */
function tally(isGood, passed = 0, failed = 0) {
  return { passed, failed: isGood && passed > 0 ? failed : Math.max(failed, 1) };
}

/** @param {string} report */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}
