import { expect, it } from 'vitest';
import { exampleProfile } from '../content/example-profile.ts';
import { headFor } from './head.ts';
import { postalAddress, structuredData } from './structured-data.ts';

const site = 'https://site.example';

it('a price stands alone, from, between, by the unit, and with or without tax, as the card says', () => {
  const head = headFor('home', exampleProfile, site);
  const data = JSON.stringify(structuredData('home', head, site));
  expect(data).toContain(
    '{"@type":"PriceSpecification","priceCurrency":"EUR","minPrice":750,"valueAddedTaxIncluded":true}',
  );
  expect(data).toContain(
    '"price":50,"valueAddedTaxIncluded":true,"referenceQuantity":{"@type":"QuantitativeValue","value":1,"unitCode":"HUR"}',
  );
  expect(data).toContain(
    '"price":250,"valueAddedTaxIncluded":true,"referenceQuantity":{"@type":"QuantitativeValue","value":5,"unitCode":"HUR"}',
  );
  expect(data).toContain(
    '"minPrice":90,"valueAddedTaxIncluded":true,"referenceQuantity":{"@type":"QuantitativeValue","value":1,"unitCode":"MON"}',
  );
  expect(data).toContain('"minPrice":350,"maxPrice":500,"valueAddedTaxIncluded":false,"referenceQuantity"');
});

it('an address is taken apart where it is written the French way, and kept as it is elsewhere', () => {
  expect(postalAddress('1 place de l’Exemple, bât. B, 63000 Clermont-Ferrand')).toEqual({
    '@type': 'PostalAddress',
    streetAddress: '1 place de l’Exemple, bât. B',
    postalCode: '63000',
    addressLocality: 'Clermont-Ferrand',
    addressCountry: 'FR',
  });
  expect(postalAddress('Quai de l’Exemple, 1200 Genève')).toBe('Quai de l’Exemple, 1200 Genève');
  expect(postalAddress('')).toBe('');
});
