import { beforeEach, expect, it } from 'vitest';
import { accepted, refused, unreachable } from '../../tests/support/delivery-bench.ts';
import { createOutage, type Outage } from './outage.ts';

const FIRST = 30_000;

let now: number;
let outage: Outage;
beforeEach(() => {
  now = 1_000.25;
  outage = createOutage(
    FIRST,
    () => 0.5,
    () => now,
  );
});

it('waits whole milliseconds on a clock that counts fractions', () => {
  outage.note(unreachable);
  now += 0.4;
  expect(outage.waitMs).toBe(FIRST);
});

it('counts attempts that fail together as one failure, and forgets them once the server answers', () => {
  outage.note(unreachable);
  outage.note(unreachable);
  expect(outage.waitMs).toBe(FIRST);
  now += FIRST;
  outage.note(unreachable);
  expect(outage.waitMs).toBeGreaterThan(FIRST);
  outage.note(refused);
  expect(outage.waitMs).toBe(0);
  outage.note(unreachable);
  expect(outage.waitMs).toBe(FIRST);
});

it('learns nothing about the server from an attempt that was interrupted here', () => {
  outage.note(unreachable);
  outage.note({ kind: 'interrupted', code: 'EABORT' });
  expect(outage.waitMs).toBe(FIRST);
});

it.each([
  ['refused', refused],
  ['unreachable', unreachable],
] as const)(
  'tells that the server is back after it took nothing for the first delay (%s)',
  (_kind, outcome) => {
    expect(outage.note(accepted)).toBe(false);
    expect(outage.note(outcome)).toBe(false);
    now += FIRST - 1;
    outage.note(outcome);
    expect(outage.note(accepted)).toBe(false);
    outage.note(outcome);
    now += FIRST;
    expect(outage.note(accepted)).toBe(true);
    expect(outage.note(accepted)).toBe(false);
  },
);
