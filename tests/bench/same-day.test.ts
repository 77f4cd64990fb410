import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

const machine = {
  cores: 2,
  processor: 'x',
  memoryGib: 24,
  node: 'v26.10.0',
  sqlite: '3',
  nginx: '1',
  wrk: '4',
};
const form = { rounds: 5, seconds: 6, pageRounds: 4, slowRounds: 10, mixedSeconds: 600 };

/** A scenario that was run at this time. */
function ranAt(time: string) {
  const load = { before: [0.1, 0.2, 0.3], after: [1, 1, 1] };
  return { ran: { at: `2026-11-24T${time}:00.000Z`, commit: 'abc1234', form, load } };
}

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
  file = join(folder, '2026-11-24.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const sameDay = () => import(join(ROOT, 'bench/same-day.mjs'));
const write = (scenarios: object) => writeFileSync(file, JSON.stringify({ machine, scenarios }));

it('npm run bench keeps what the day’s earlier runs measured and this one did not, in the usual order', async () => {
  write({ pages: ranAt('08:00'), disk: ranAt('08:00'), start: ranAt('08:10') });
  const { measuredEarlier, ofTheDay } = await sameDay();
  const order = ['disk', 'start', 'queries', 'pages'];
  const chosen = ['start', 'queries', 'pages'];
  const measured = { pages: ranAt('10:00'), queries: ranAt('10:00') };
  const day = ofTheDay(measuredEarlier(file, machine), measured, { order, chosen });
  const times = Object.entries(day as Record<string, ReturnType<typeof ranAt>>).map(([name, { ran }]) => [
    name,
    ran.at.slice(11, 16),
  ]);
  // `start` was chosen, and failed: what it measured before is not passed off as its result.
  expect(times).toEqual([
    ['disk', '08:00'],
    ['queries', '10:00'],
    ['pages', '10:00'],
  ]);
});

it('npm run bench keeps nothing of another machine or version, nor what does not say when it was measured', async () => {
  const { measuredEarlier } = await sameDay();
  expect(measuredEarlier(file, machine)).toEqual({});
  write({ disk: ranAt('08:00'), pages: {} });
  expect(Object.keys(measuredEarlier(file, machine))).toEqual(['disk']);
  expect(measuredEarlier(file, { ...machine, node: 'v24.0.0' })).toEqual({});
  writeFileSync(file, '{');
  expect(() => measuredEarlier(file, machine)).toThrow(SyntaxError);
});

it('the table of npm run bench says of each scenario when, of which commit, in which form and how loaded', async () => {
  const { conditions } = await import(join(ROOT, 'bench/report/markdown.mjs'));
  const scenarios = { disk: ranAt('08:00'), pages: ranAt('10:30') };
  const text: string = conditions({ date: '2026-11-24T10:00:00.000Z', quick: false, machine, scenarios });
  expect(text).toContain(
    '| disk | 08:00 | abc1234 | 5 of 6 s, 4, 10; mixed load 600 s | 0.1, 0.2, 0.3 → 1, 1, 1 |',
  );
  expect(text).toContain('| pages | 10:30 |');
});

it('npm run bench says which commit it measures, and runs where there is no git', async () => {
  const { describeCommit } = await import(join(ROOT, 'bench/measure/machine.mjs'));
  expect(describeCommit(folder)).toBe('?');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@exemple.fr', ...args], { cwd: folder });
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), '');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  expect(describeCommit(folder)).toMatch(/^[0-9a-f]{7,}$/);
  writeFileSync(join(folder, 'src/a.ts'), 'changed');
  expect(describeCommit(folder)).toMatch(/^[0-9a-f]{7,}\*$/);
});
