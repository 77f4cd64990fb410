import { expect, it } from 'vitest';
import { type ClockState, erasureTime, judgeClock } from './trusted-clock.server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOW = Date.UTC(2026, 10, 28);
const right: ClockState = { time: NOW, seen: NOW, unwatched: 0 };

/** A store, and a process that looks every hour: each step moves the machine's clock by a jump, after an hour. */
function afterJumps(known: ClockState, ...jumps: number[]): ClockState {
  let state = known;
  let [machine, real] = [known.seen, 0];
  let previous: { machine: number; ago: number } | undefined;
  for (const jump of jumps) {
    real += HOUR;
    machine += HOUR + jump;
    state = judgeClock(state, { machine, previous, runningFor: real });
    previous = { machine, ago: HOUR };
  }
  return state;
}
const hours = (count: number) => Array<number>(count).fill(0);

it.each<[string, ClockState, number[], { time: number; doubt: string | undefined }]>([
  ['runs on', right, hours(3), { time: 3 * HOUR, doubt: undefined }],
  ['is corrected by hours', right, [0, 11 * HOUR], { time: 13 * HOUR, doubt: undefined }],
  ['stood still for a weekend', right, [3 * DAY - HOUR], { time: 3 * DAY, doubt: undefined }],
  ['is years ahead at a start', right, [YEAR], { time: 0, doubt: 'ahead' }],
  ['is ahead for a day after a start', right, [YEAR, ...hours(23)], { time: 23 * HOUR, doubt: 'ahead' }],
  ['is believed then', right, [YEAR, ...hours(24)], { time: YEAR + 25 * HOUR, doubt: undefined }],
  [
    'starts the day again at each jump',
    right,
    [YEAR, ...hours(20), YEAR, ...hours(5)],
    { time: 26 * HOUR, doubt: 'ahead' },
  ],
  ['was seen to jump', right, [0, YEAR, ...hours(100)], { time: 102 * HOUR, doubt: 'ahead' }],
  ['came back', right, [0, YEAR, ...hours(100), -YEAR], { time: 103 * HOUR, doubt: undefined }],
  ['is years behind at a start', right, [-2 * YEAR, ...hours(100)], { time: 100 * HOUR, doubt: 'behind' }],
  ['was put right after such a start', right, [-2 * YEAR, 2 * YEAR], { time: 2 * HOUR, doubt: undefined }],
  [
    'takes back what was believed without a witness',
    { ...right, unwatched: 2 * YEAR },
    [-2 * YEAR, ...hours(24)],
    { time: -2 * YEAR + 25 * HOUR, doubt: undefined },
  ],
])('R20: a clock that %s', (_what, known, jumps, { time, doubt }) => {
  const state = afterJumps(known, ...jumps);
  expect([state.time - NOW, state.doubt?.kind]).toEqual([time, doubt]);
});

it('R20: believes no clock that is earlier than the program, in a new store too', () => {
  const state = judgeClock(undefined, { machine: Date.UTC(2024, 5, 1), runningFor: 0 });
  expect(state.time).toBeGreaterThan(Date.UTC(2025, 0, 1));
  expect(judgeClock(undefined, { machine: NOW, runningFor: 0 })).toEqual(right);
});

it('takes a correction soon after the start for time that may have passed', () => {
  const previous = { machine: NOW, ago: MINUTE };
  const { doubt } = judgeClock(right, { machine: NOW + YEAR, previous, runningFor: 2 * MINUTE });
  expect(doubt).toMatchObject({ watched: false });
});

it('counts the time of two processes once', () => {
  const early = { machine: NOW - HOUR / 2, ago: HOUR };
  const { time } = judgeClock(right, { machine: NOW + YEAR, previous: early, runningFor: DAY });
  expect(time - NOW).toBe(HOUR / 2);
});

it('R20: erases by the earlier time while the clock is in doubt', () => {
  expect(erasureTime(afterJumps(right, YEAR))).toBe(NOW);
  expect(erasureTime(afterJumps(right, -YEAR)) - NOW).toBe(HOUR - YEAR);
});
