import { expect, it } from 'vitest';
import { schemaFaults, vocabularySize } from './schema-org.ts';

const document = (...graph: object[]) => ({ '@context': 'https://schema.org', '@graph': graph });

it('reads the vocabulary', () => {
  expect(vocabularySize.classes).toBeGreaterThan(700);
  expect(vocabularySize.properties).toBeGreaterThan(1_000);
});

it('lets right items pass, by way of their ancestors and of references', () => {
  const studio = {
    '@type': 'ProfessionalService',
    '@id': 'https://a.example/#s',
    name: 'A',
    email: 'a@b.fr',
  };
  const site = { '@type': 'WebSite', publisher: { '@id': studio['@id'] }, url: 'https://a.example/' };
  expect(schemaFaults(document(studio, site))).toEqual([]);
});

it.each([
  ['another context', { '@context': 'https://example.org', '@graph': [] }],
  ['a type that does not exist', document({ '@type': 'WebShop', name: 'A' })],
  ['a property that does not exist', document({ '@type': 'WebSite', titel: 'A' })],
  ['a property of another type', document({ '@type': 'WebSite', telephone: '04' })],
  ['an item without a type', document({ '@type': 'QuantitativeValue', value: {} })],
  ['a number where an item belongs', document({ '@type': 'ImageObject', width: 1200 })],
  ['a day that is no date', document({ '@type': 'WebPage', dateModified: 'hier' })],
  ['a text where an item belongs', document({ '@type': 'Offer', itemOffered: 'Site' })],
  ['an item of another type', document({ '@type': 'WebSite', publisher: { '@type': 'WebPage' } })],
  ['a reference to nothing', document({ '@type': 'WebSite', publisher: { '@id': '#nobody' } })],
  ['a superseded property', document({ '@type': 'Organization', employees: { '@type': 'Person' } })],
])('notices %s', (_fault, wrong) => expect(schemaFaults(wrong).length).toBeGreaterThan(0));
