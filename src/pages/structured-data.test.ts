import { describe, expect, it } from 'vitest';
import { about } from '../content/about.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { home } from '../content/home.ts';
import { headFor } from './head.ts';
import { postalAddress, structuredData } from './structured-data.ts';

const site = 'https://site.example';
const texts = { home: home.head, about: about.head };
const data = (page: 'home' | 'about') =>
  JSON.stringify(structuredData(page, headFor(page, texts[page], exampleProfile, site), site));

describe('structured data', () => {
  it('says who the studio is by one identifier on every page', () => {
    const id = '"@type":"ProfessionalService","@id":"https://site.example/#studio"';
    expect(data('home')).toContain(id);
    expect(data('about')).toContain(id);
  });

  it('follows the profile', () => {
    expect(data('home')).toContain(`"name":"${exampleProfile.name}","jobTitle":"${exampleProfile.metier}"`);
  });

  it('gives a price alone, from, between, by the unit, and with or without tax, as the card says', () => {
    const home = data('home');
    expect(home).toContain(
      '{"@type":"PriceSpecification","priceCurrency":"EUR","minPrice":750,"valueAddedTaxIncluded":true}',
    );
    expect(home).toContain(
      '"price":50,"valueAddedTaxIncluded":true,"referenceQuantity":{"@type":"QuantitativeValue","value":1,"unitCode":"HUR"}',
    );
    expect(home).toContain(
      '"price":250,"valueAddedTaxIncluded":true,"referenceQuantity":{"@type":"QuantitativeValue","value":5,"unitCode":"HUR"}',
    );
    expect(home).toContain(
      '"minPrice":90,"valueAddedTaxIncluded":true,"referenceQuantity":{"@type":"QuantitativeValue","value":1,"unitCode":"MON"}',
    );
    expect(home).toContain('"minPrice":350,"maxPrice":500,"valueAddedTaxIncluded":false,"referenceQuantity"');
  });
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
