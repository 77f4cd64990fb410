import { expect, it } from 'vitest';
import { failedTests } from '../../scripts/setup/failed-tests.mjs';

const failed = {
  status: 'failed',
  fullName: 'a message is kept',
  failureMessages: ['Error: lost\n    at here'],
};
const passed = { status: 'passed', fullName: 'a page is served', failureMessages: [] };

it('names what failed in a report of Vitest, a file that could not be read included', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: 'b.test.ts', status: 'failed', message: 'SyntaxError: no\nmore', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  };
  expect(failedTests(report)).toEqual([
    'a.test.ts: a message is kept: Error: lost',
    'b.test.ts: the file itself: SyntaxError: no',
  ]);
});

it('names what failed in a report of Playwright, at every depth', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    ...{ title, ok, file: 'a.spec.ts' },
    tests: [{ results: [message === undefined ? {} : { error: { message } }] }],
  });
  const inner = { specs: [spec('is blank for a second', false, 'Error: 0 ms\nat'), spec('opens', true)] };
  const report = { suites: [{ specs: [spec('stops', false)], suites: [inner] }] };
  expect(failedTests(report)).toEqual([
    'a.spec.ts: stops: ',
    'a.spec.ts: is blank for a second: Error: 0 ms',
  ]);
});

it('names nothing where there is no report', () => {
  expect(failedTests(undefined)).toEqual([]);
});
