/**
 * The tests that failed, out of the JSON report of Vitest or Playwright, each with its file and the first line of its error.
 * @param {any} report
 * @returns {string[]}
 */
export function failedTests(report) {
  return report?.testResults ? ofVitest(report.testResults) : ofPlaywright(report?.suites ?? []);
}

/** @param {any[]} files @returns {string[]} */
function ofVitest(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [line(name, 'the file itself', message)];
    return failed.map((/** @type {any} */ test) => line(name, test.fullName, test.failureMessages[0]));
  });
}

/** @param {any[]} suites @returns {string[]} */
function ofPlaywright(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => line(spec.file, spec.title, errorOf(spec))),
    ...ofPlaywright(inner),
  ]);
}

/** @param {any} spec */
function errorOf(spec) {
  const results = spec.tests.flatMap((/** @type {any} */ test) => test.results);
  return results.find((/** @type {any} */ { error }) => error)?.error.message;
}

/** @param {string} file @param {string} title @param {string} [error] */
function line(file, title, error = '') {
  return `${file}: ${title}: ${error.split('\n', 1)[0]}`;
}
