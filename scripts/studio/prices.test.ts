import { expect, test } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { loadStudio } from './load.ts';
import { figureOf, priceLines, ratesOf, shortPrice, taxOf } from './prices.ts';
import { siteOf } from './site.ts';

const discovery = { name: 'forfait découverte', price: 250, hours: 5 };
const hourly = { price: 50, unit: 'heure', package: discovery } as const;

test('CARD-5, CARD-7: prices are written as approved: in lines, in short, and the largest part, which the first line has', () =>
  expectApproved('prices.approved.txt', (given) => {
    const price: Parameters<typeof priceLines>[0] = JSON.parse(given);
    const [largest, lines] = [figureOf(price), priceLines(price, 'TTC')];
    expect(lines[0]).toContain(largest);
    return [...lines, shortPrice(price), largest].join(' | ').replaceAll('\u00a0', '~');
  }));

test('CARD-7: search engines read the prices of a card, none of an offer without', () => {
  expect(ratesOf({}, true)).toEqual([]);
  expect(ratesOf({ price: 750, from: true }, true)).toEqual([{ min: 750, taxIncluded: true }]);
  const [hours, tax] = [{ unit: 'HUR' }, { taxIncluded: false }];
  const discovered = { min: 250, max: 250, ...hours, units: 5, ...tax };
  expect(ratesOf(hourly, false)).toEqual([{ min: 50, max: 50, ...hours, ...tax }, discovered]);
});

test('CARD-7: the tax of prices is noted as approved, by number of VAT, consumers and what has a price', () =>
  expectApproved('tax.approved.txt', (given) => {
    const { vat, consumers, priced } = JSON.parse(given);
    const priceIf = (isThere: boolean) => ({ price: isThere ? 350 : undefined });
    type Given = Parameters<typeof taxOf>;
    const studio = { publisher: { vat }, consumers } as Given[0];
    const offers = { offers: [priceIf(priced !== 'none')], regie: priceIf(priced === 'all') } as Given[1];
    return taxOf(studio, offers, 'Franchise').note.replaceAll('\u00a0', '~');
  }));

test('CARD-7: with a VAT number the offers of consumers include the tax, the daily rate does not', async () => {
  const { studio } = await loadStudio('example');
  const publisher = { ...studio.studio.publisher, vat: 'FR44 732829320' };
  const { fixedPriceOffers, regieOffer } = siteOf(
    { ...studio, studio: { ...studio.studio, publisher, consumers: true } },
    { light: false, dark: true },
  );
  const taxes = [...fixedPriceOffers, regieOffer].flatMap((offer) => offer?.rates ?? []);
  expect(taxes.map(({ taxIncluded }) => taxIncluded)).toEqual([...taxes.slice(1).map(() => true), false]);
  expect([fixedPriceOffers[0]?.price, regieOffer?.price]).toEqual([
    expect.stringContaining('TTC'),
    expect.stringContaining('HT'),
  ]);
});

test('HOME-11: the opening names price and delay of the first card that has a price', async () => {
  const { studio } = await loadStudio('example');
  Object.assign(studio.offers.offers[0] ?? {}, { price: undefined });
  const [{ label, fact } = { label: '', fact: '' }] = siteOf(studio, { light: false, dark: true }).home.facts;
  expect(`${label}: ${fact}`.replaceAll('\u00a0', '~')).toBe('Application, 2 à 4~mois: dès 1~800~€ TTC');
});
