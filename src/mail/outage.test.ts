import { expect, it } from 'vitest';
import { createOutage } from './outage.ts';
import { serverRetries } from './retry-delays.ts';

it('waits whole milliseconds on a steady clock that counts fractions', () => {
  const times = [1000.123, 1000.123, 1000.456];
  const outage = createOutage(
    serverRetries(30_000),
    () => 0.5,
    () => times.shift() ?? 1000.456,
  );
  const wait = outage.failed();
  expect(Number.isInteger(wait)).toBe(true);
  expect(wait).toBeLessThanOrEqual(30_000);
  expect(wait).toBeGreaterThan(29_990);
});
