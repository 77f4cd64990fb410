// Runs every test after setup.mjs; the last line adds up both suites. The tests of the product judge the example: an owner's studio
// is left out of the copy in which they run, and proven by the tests that hold for any studio (tests/studio).
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { missingEngine } from './setup/browsers.mjs';
import { root } from './setup/steps.mjs';
import { studioFolder, studioPath } from './setup/studio-folder.mjs';

const studio = studioFolder();
const cwd = studio === 'example' ? root : copyWithExample();
const env = { ...process.env, STUDIO_DIR: '', ...(cwd !== root && { OWN_STUDIO: studioPath(studio) }) };

const [nodeReport, browserReport] = ['test-results/vitest.json', 'test-results/browser.json'];
const missing = missingEngine();
if (missing !== undefined) console.error(`Parcours dans Firefox et WebKit : non exécutés. ${missing}`);
const nodeTests = [
  ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${nodeReport}`],
  ...(missing === undefined ? [] : ['--exclude=tests/engines/**']),
];

rmSync(join(cwd, 'test-results'), { recursive: true, force: true });
const ended = [run('vitest', nodeTests), run('playwright', ['test'])];
const { numPassedTests = 0, numFailedTests = 0 } = read(nodeReport);
const { expected = 0, unexpected = 0, flaky = 0 } = read(browserReport).stats ?? {};
const failed = numFailedTests + unexpected + flaky;
// A runner that failed without a failed test did not even start.
const isPassed = failed === 0 && !ended.includes(false) && numPassedTests > 0 && expected > 0;
console.log(`${numPassedTests + expected} passed, ${isPassed ? 0 : Math.max(failed, 1)} failed`);
if (!isPassed) process.exitCode = 1;

/** Copies the project without the owner's studio and settings, and builds the example there. @returns {string} */
function copyWithExample() {
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  const left = ['.env', 'data', 'dist', 'node_modules', 'studio', 'test-results'];
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build-site.mjs'], { cwd: copy, stdio: 'inherit' });
  return copy;
}

/** @param {string} tool @param {string[]} args */
function run(tool, args) {
  return spawnSync(`node_modules/.bin/${tool}`, args, { cwd, env, stdio: 'inherit' }).status === 0;
}

/** @param {string} report */
function read(report) {
  try {
    return JSON.parse(readFileSync(join(cwd, report), 'utf8'));
  } catch {
    return {};
  }
}
