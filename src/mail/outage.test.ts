import { beforeEach, expect, it } from 'vitest';
import { unreachable } from '../../tests/support/delivery-bench.ts';
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

it('learns nothing of the server from an attempt that was cut short here', () => {
  outage.note(unreachable);
  outage.note({ kind: 'interrupted', code: 'EABORT' });
  expect(outage.waitMs).toBe(FIRST);
});
