import { expect, test } from 'vitest';
import { home } from './home.ts';
import { fixedPriceOffers } from './offers.ts';
import { formatEuros, formatRange } from './prices.ts';

// content-check.test.ts reads the prices as they are shipped.
test('a range reads as one amount when both ends are the same', () => {
  expect(formatRange(350, 1800)).toBe('350 à 1\u00a0800\u00a0€');
  expect(formatRange(450, 450)).toBe('450\u00a0€');
});

test('HOME-11: the opening names the price of the first card, whatever an owner offers', () => {
  const [{ tab, rates } = { tab: '', rates: [] }] = fixedPriceOffers;
  const price = formatEuros(rates[0]?.min ?? 0);
  expect(home.facts[0]).toMatch(RegExp(`^${tab} dès ${price}`));
});
