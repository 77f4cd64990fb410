import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

const MAIN = { pid: 7, tid: 1 };

/** A piece of work of the page's main thread; `ts` and `dur` in microseconds, the processor busy for half of it. */
function task(name: string, ts: number, dur: number, thread = MAIN) {
  return { ph: 'X', cat: 'devtools.timeline', name, ts, dur, tdur: dur / 2, ...thread };
}

function mark(name: string, ts: number) {
  return { ph: 'I', cat: 'blink.user_timing', name, ts, ...MAIN };
}

async function workByPhase(events: readonly object[]) {
  const measured = await import(join(ROOT, 'bench/measure/trace.mjs'));
  return measured.workByPhase(events);
}

const marks = [
  mark('fetchStart', 1_000),
  mark('gate:query', 3_000),
  mark('gate:answer', 50_000),
  mark('gate:reveal', 90_000),
];

it('npm run bench counts each piece of a trace once, in its phase and by its kind', async () => {
  const found = await workByPhase([
    ...marks,
    // A style sheet read inside the parsing of the document: its own, and less for what is around it.
    task('RunTask', 2_000, 20_000),
    task('ParseHTML', 4_000, 10_000),
    task('UpdateLayoutTree', 6_000, 4_000),
    // Whatever V8 reads anew for the inspector counts as that.
    task('v8.evaluateModule', 60_000, 20_000),
    task('V8.CollectSourcePositions', 62_000, 10_000),
    task('V8.ParseFunction', 64_000, 4_000),
    task('Paint', 90_000, 2_000),
  ]);
  expect(found['until the answer']).toMatchObject({ HTML: 3, style: 2, other: 5, script: 0, all: 10 });
  expect(found['blank second']).toMatchObject({ script: 5, 'for the inspector': 5, all: 10 });
  expect(found['from the reveal']).toMatchObject({ paint: 1, all: 1 });
});

it('npm run bench leaves out other threads and what came before the visit', async () => {
  const found = await workByPhase([
    ...marks,
    task('Layout', 100, 400),
    task('Layout', 5_000, 400, { pid: 7, tid: 2 }),
    task('Layout', 5_000, 400, { pid: 8, tid: 1 }),
  ]);
  expect(found['until the answer'].all).toBe(0);
});

it('npm run bench refuses the trace of a page that was never displayed', async () => {
  await expect(workByPhase(marks.slice(0, 3))).rejects.toThrow('the trace holds no page under the rule');
});
