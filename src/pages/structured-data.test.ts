import { expect, it } from 'vitest';
import { priceSpecification } from './structured-data.ts';

it('a price stands alone, from, between, by the unit, and with or without tax, as the card says', () => {
  const per = (value: number, unitCode: string) => ({
    '@type': 'UnitPriceSpecification',
    referenceQuantity: { '@type': 'QuantitativeValue', value, unitCode },
  });
  const alone = { '@type': 'PriceSpecification', priceCurrency: 'EUR' };
  const taxIncluded = true;
  const from = { ...alone, minPrice: 750, valueAddedTaxIncluded: true };
  expect(priceSpecification({ min: 750, taxIncluded })).toEqual(from);
  const hour = priceSpecification({ min: 50, max: 50, unit: 'HUR', taxIncluded });
  expect(hour).toMatchObject({ price: 50, ...per(1, 'HUR') });
  const fiveHours = priceSpecification({ min: 250, max: 250, unit: 'HUR', units: 5, taxIncluded });
  expect(fiveHours).toMatchObject({ price: 250, ...per(5, 'HUR') });
  const day = priceSpecification({ min: 350, max: 500, unit: 'DAY', taxIncluded: false });
  const fromTo = { minPrice: 350, maxPrice: 500, valueAddedTaxIncluded: false };
  expect(day).toMatchObject({ ...fromTo, ...per(1, 'DAY') });
});
