import { expect, test } from 'vitest';
import { formatRange } from './prices.ts';

// content-check.test.ts reads the prices as they are shipped.
test('a range reads as one amount when both ends are the same', () => {
  expect(formatRange(350, 1800)).toBe('350 à 1\u00a0800\u00a0€');
  expect(formatRange(450, 450)).toBe('450\u00a0€');
});
