// Runs every test after setup.mjs; the last line adds up both suites.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { missingEngine } from './setup/browsers.mjs';

const [nodeReport, browserReport] = ['test-results/vitest.json', 'test-results/browser.json'];
const missing = missingEngine();
if (missing !== undefined) console.error(`Parcours dans Firefox et WebKit : non exécutés. ${missing}`);
const nodeTests = [
  ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${nodeReport}`],
  ...(missing === undefined ? [] : ['--exclude=tests/engines/**']),
];

rmSync('test-results', { recursive: true, force: true });
const ended = [run('vitest', nodeTests), run('playwright', ['test'])];
const { numPassedTests = 0, numFailedTests = 0 } = read(nodeReport);
const { expected = 0, unexpected = 0, flaky = 0 } = read(browserReport).stats ?? {};
const failed = numFailedTests + unexpected + flaky;
// A runner that failed without a failed test did not even start.
const isPassed = failed === 0 && !ended.includes(false) && numPassedTests > 0 && expected > 0;
console.log(`${numPassedTests + expected} passed, ${isPassed ? 0 : Math.max(failed, 1)} failed`);
if (!isPassed) process.exitCode = 1;

/** @param {string} tool @param {string[]} args */
function run(tool, args) {
  return spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit' }).status === 0;
}

/** @param {string} report */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}
