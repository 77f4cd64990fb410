import { expect, it } from 'vitest';
import { priceSpecification } from './structured-data.ts';

it('a price stands alone, from, between, by the unit, and with or without tax, as the card says', () => {
  const per = (value: number, unitCode: string) => ({
    '@type': 'UnitPriceSpecification',
    referenceQuantity: { '@type': 'QuantitativeValue', value, unitCode },
  });
  expect(priceSpecification({ min: 750, taxIncluded: true })).toEqual({
    '@type': 'PriceSpecification',
    priceCurrency: 'EUR',
    minPrice: 750,
    valueAddedTaxIncluded: true,
  });
  expect(priceSpecification({ min: 50, max: 50, unit: 'HUR', taxIncluded: true })).toMatchObject({
    price: 50,
    ...per(1, 'HUR'),
  });
  expect(priceSpecification({ min: 250, max: 250, unit: 'HUR', units: 5, taxIncluded: true })).toMatchObject({
    price: 250,
    ...per(5, 'HUR'),
  });
  expect(priceSpecification({ min: 350, max: 500, unit: 'DAY', taxIncluded: false })).toMatchObject({
    minPrice: 350,
    maxPrice: 500,
    valueAddedTaxIncluded: false,
    ...per(1, 'DAY'),
  });
});
