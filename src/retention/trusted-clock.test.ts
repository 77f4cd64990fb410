import { expect, it } from 'vitest';
import { erasureTime, trustedClock } from './trusted-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOW = Date.UTC(2026, 10, 28);

/** Makes a process on a store whose retention ran last at this instant. Its machine's clock differs from the time that passes. */
function processOf(ranAt: number | undefined, machine: number) {
  const here = { off: 0, passed: 0 };
  const now = () => machine + here.passed + here.off;
  return Object.assign(here, { clock: trustedClock({ now }, ranAt, () => here.passed) });
}

it.each<[string, number | undefined, number, number, string | undefined]>([
  ['runs on', NOW, NOW + HOUR, NOW + HOUR, undefined],
  ['was put back by hours', NOW, NOW - 23 * HOUR, NOW - 23 * HOUR, undefined],
  ['stood still for 40 days', NOW, NOW + 40 * DAY, NOW + 40 * DAY, undefined],
  ['stood still for longer', NOW, NOW + 40 * DAY + 1, NOW, 'ahead'],
  ['is years ahead', NOW, NOW + 3 * YEAR, NOW, 'ahead'],
  ['is a day behind', NOW, NOW - DAY - 1, NOW, 'behind'],
  ['was years behind in the store of an older program', NOW - 2 * YEAR, NOW, NOW - 2 * YEAR, 'ahead'],
  ['is years behind', NOW, NOW - 3 * YEAR, NOW, 'behind'],
  ['is right in a new store', undefined, NOW, NOW, undefined],
  ['is earlier than the program in a new store', undefined, Date.UTC(2024, 5), Date.UTC(2000), 'behind'],
  ['has no battery in a new store', undefined, 0, Date.UTC(2000), 'behind'],
  ['is right after that', Date.UTC(2000, 3), NOW, NOW, undefined],
])('R20: a clock that %s', (_what, ranAt, machine, time, doubt) => {
  const { clock } = processOf(ranAt, machine);
  expect([clock.now(), clock.doubt]).toEqual([time, doubt]);
});

it('R10: time goes on evenly while the clock is wrong by years, and follows it again once it is right', () => {
  const here = processOf(NOW, NOW);
  for (const off of [3 * YEAR, -3 * YEAR, 0]) {
    here.off = off;
    here.passed += HOUR;
    expect(here.clock.now()).toBe(NOW + here.passed);
  }
  expect(here.clock.doubt).toBeUndefined();
});

it('R20: erases by the earlier time while the clock is in doubt', () => {
  expect(erasureTime(processOf(NOW, NOW + YEAR).clock)).toBe(NOW);
  expect(erasureTime(processOf(NOW, NOW - YEAR).clock)).toBe(NOW - YEAR);
});

it('does not lose the time that passed while it learns of earlier runs of other processes', () => {
  const here = processOf(NOW, NOW + 3 * YEAR);
  for (const other of [NOW + HOUR / 2, NOW + 1.5 * HOUR]) {
    here.passed += HOUR;
    here.clock.learn(other);
  }
  expect(here.clock.now()).toBe(NOW + 2 * HOUR);
  here.clock.learn(NOW + 5 * HOUR);
  expect(here.clock.now()).toBe(NOW + 5 * HOUR);
});

it('takes an earlier run than the one before for the word of the operator', () => {
  const here = processOf(NOW + 3 * YEAR, NOW);
  expect(here.clock.doubt).toBe('behind');
  here.clock.learn(NOW);
  expect([here.clock.now(), here.clock.doubt]).toEqual([NOW, undefined]);
});
