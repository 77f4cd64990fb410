import { expect, test } from 'vitest';
import { formatAmount, formatEuros } from './prices.ts';

test.each([
  [50, '50\u202f€'],
  [750, '750\u202f€'],
  [1800, '1\u202f800\u202f€'],
  [1234567, '1\u202f234\u202f567\u202f€'],
])('%i euros read %j', (amount, text) => {
  expect(formatEuros(amount)).toBe(text);
});

test('an amount reads as it does before its sign', () => {
  expect(formatAmount(350)).toBe('350');
  expect(formatAmount(1800)).toBe('1\u202f800');
});
