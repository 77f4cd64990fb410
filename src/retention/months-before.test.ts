import { expect, it } from 'vitest';
import { monthsBefore } from './rules.ts';

const at = (text: string) => Date.parse(text);

it.each([
  ['2026-11-20T10:30:00+01:00', 12, '2025-11-20T10:30:00+01:00'],
  ['2026-11-20T10:30:00.123+01:00', 12, '2025-11-20T10:30:00.123+01:00'],
  ['2026-01-15T00:00:00+01:00', 25, '2023-12-15T00:00:00+01:00'],
  // Whatever the offset of the season: the clock on the wall counts.
  ['2026-04-29T12:00:00+02:00', 25, '2024-03-29T12:00:00+01:00'],
  // After 12 months of 29 February it is 28 February.
  ['2025-02-27T09:00:00+01:00', 12, '2024-02-27T09:00:00+01:00'],
  ['2025-02-28T09:00:00+01:00', 12, '2024-02-29T09:00:00+01:00'],
  ['2025-03-01T09:00:00+01:00', 12, '2024-03-01T09:00:00+01:00'],
  ['2028-02-29T09:00:00+01:00', 12, '2027-02-28T23:59:59.999+01:00'],
  ['2026-04-30T09:00:00+02:00', 25, '2024-03-31T09:00:00+02:00'],
  ['2026-03-29T09:00:00+02:00', 25, '2024-02-29T09:00:00+01:00'],
  ['2026-03-31T09:00:00+02:00', 25, '2024-02-29T23:59:59.999+01:00'],
  // The hour that occurs twice (25 October 2026): the earlier instant. The one that does not occur (29 March 2026): the later.
  ['2027-10-25T02:30:00+02:00', 12, '2026-10-25T02:30:00+02:00'],
  ['2027-03-29T02:30:00+02:00', 12, '2026-03-29T03:30:00+02:00'],
])('from %s, %i months back', (now, months, expected) => {
  expect(new Date(monthsBefore(at(now), months)).toISOString()).toBe(new Date(at(expected)).toISOString());
});

it('never goes back as time goes on, but for the hour that occurs twice', () => {
  let previous = Number.NEGATIVE_INFINITY;
  for (let now = at('2024-01-01T00:00:00Z'); now < at('2029-01-01T00:00:00Z'); now += 1_801_000) {
    const before = monthsBefore(now, 12);
    expect(before).toBeGreaterThanOrEqual(previous - 3_600_000);
    previous = Math.max(previous, before);
  }
});
