import { expect, test } from 'vitest';
import { formatEuros, formatRange } from './prices.ts';

test.each([
  [50, '50\u202f€'],
  [750, '750\u202f€'],
  [1800, '1\u202f800\u202f€'],
  [1234567, '1\u202f234\u202f567\u202f€'],
])('%i euros read %j', (amount, text) => {
  expect(formatEuros(amount)).toBe(text);
});

test('a range reads as one amount when both ends are the same', () => {
  expect(formatRange(350, 1800)).toBe('350 à 1\u202f800\u202f€');
  expect(formatRange(450, 450)).toBe('450\u202f€');
});
