import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

const order = ['disk', 'queries', 'pages'];
const load = { before: [0.1, 0.2, 0.3], after: [1, 1, 1] };
const form = { rounds: 5, seconds: 6, pageRounds: 5, slowRounds: 10, mixedSeconds: 600 };
const machine = { cores: 2, processor: 'x', memoryGib: 24, node: 'v26.10.0' };

/** A run of these scenarios, each with one figure. */
function runAt(time: string, figures: Record<string, number>, node = machine.node) {
  const scenarios = Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, { title: name, subjects: { figure }, load }]),
  );
  return {
    date: `2026-11-24T${time}:00.000Z`,
    quick: false,
    form,
    load,
    machine: { ...machine, node },
    scenarios,
  };
}

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
  file = join(folder, '2026-11-24.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function together(results: object) {
  const { withEarlierOfTheDay } = await import(join(ROOT, 'bench/same-day.mjs'));
  return withEarlierOfTheDay(file, results, order);
}

it('npm run bench keeps what the day’s earlier runs measured and this one did not, in the usual order', async () => {
  writeFileSync(file, JSON.stringify(await together(runAt('08:00', { disk: 1, pages: 2 }))));
  writeFileSync(file, JSON.stringify(await together(runAt('09:00', { queries: 3 }))));
  const { scenarios } = await together(runAt('10:00', { pages: 4 }));
  const figures = Object.entries(
    scenarios as Record<string, { subjects: object; ran: { date: string } }>,
  ).map(([name, { subjects, ran }]) => [name, subjects, ran.date.slice(11, 16)]);
  expect(figures).toEqual([
    ['disk', { figure: 1 }, '08:00'],
    ['queries', { figure: 3 }, '09:00'],
    ['pages', { figure: 4 }, '10:00'],
  ]);
});

it('npm run bench keeps nothing that was measured on another machine or version', async () => {
  writeFileSync(file, JSON.stringify(runAt('08:00', { disk: 1 }, 'v24.0.0')));
  expect(Object.keys((await together(runAt('10:00', { pages: 4 }))).scenarios)).toEqual(['pages']);
});

it('the table of npm run bench says of each run when it was, in which form and how loaded', async () => {
  writeFileSync(file, JSON.stringify(runAt('08:00', { disk: 1, queries: 3 })));
  const { conditions } = await import(join(ROOT, 'bench/report/markdown.mjs'));
  const text: string = conditions(await together(runAt('10:00', { pages: 4 })));
  expect(text).toContain('- disk, queries: from 08:00 UTC; 5 rounds of 6 s for servers');
  expect(text).toContain('- pages: from 10:00 UTC');
  expect(text).toContain('load average 0.1, 0.2, 0.3 before');
});
