import { expect, test } from 'vitest';
import { loadStudio } from './load.ts';
import { figureOf, priceLines, ratesOf, shortPrice, taxOf } from './prices.ts';

const lines = (price: Parameters<typeof priceLines>[0]) =>
  priceLines(price, 'TTC').map((line) => line.replaceAll('\u00a0', '~'));
const discovery = { name: 'forfait découverte', price: 250, hours: 5 };
const hourly = { price: 50, unit: 'heure', package: discovery } as const;
const daily = { price: 350, maximum: 500, unit: 'jour' } as const;

test.each([
  [{ price: 750, from: true, note: 'Essentiel' }, ['À partir de 750~€ TTC', 'Essentiel'], 'dès 750~€'],
  [{ price: 1800, from: true, part: 'MVP' }, ['MVP à partir de 1~800~€ TTC'], 'dès 1~800~€'],
  [{ price: 90, from: true, unit: 'mois' as const }, ['À partir de 90~€ TTC par mois'], 'dès 90~€/mois'],
  [hourly, ['50~€/h TTC', 'forfait découverte~: 250~€ TTC pour 5~h'], '50~€/h'],
  [{ ...daily, note: 'indicatif' }, ['350 à 500~€ TTC', 'par jour, indicatif'], '350 à 500~€/jour'],
  [{ price: 1_234_567 }, ['1~234~567~€ TTC'], '1~234~567~€'],
  [{ note: 'après un échange' }, ['Sur devis', 'après un échange'], 'sur devis'],
])('CARD-5, CARD-7: %j is written as %j, and short as %s', (price, written, short) => {
  expect(lines(price)).toEqual(written);
  expect(shortPrice(price).replaceAll('\u00a0', '~')).toBe(short);
});

test('CARD-7: search engines read the prices of a card, none of an offer without', () => {
  expect(ratesOf({}, true)).toEqual([]);
  expect(ratesOf({ price: 750, from: true }, true)).toEqual([{ min: 750, taxIncluded: true }]);
  const [hours, tax] = [{ unit: 'HUR' }, { taxIncluded: false }];
  const discovered = { min: 250, max: 250, ...hours, units: 5, ...tax };
  expect(ratesOf(hourly, false)).toEqual([{ min: 50, max: 50, ...hours, ...tax }, discovered]);
});

test.each([
  ['non', true, 'all', 'Prix TTC. Franchise.'],
  ['non', true, 'none', 'Franchise.'],
  ['FR44 732829320', true, 'all', 'Prix TTC, TVA comprise\u00a0; le tarif journalier s’entend hors taxes.'],
  ['FR44 732829320', true, 'offers', 'Prix TTC, TVA comprise.'],
  ['FR44 732829320', false, 'all', 'Prix hors taxes\u00a0; la TVA s’y ajoute.'],
  ['FR44 732829320', true, 'none', ''],
])(
  'CARD-7: VAT « %s », consumers %s and prices of %s make the note « %s »',
  (vat, consumers, priced, note) => {
    const priceIf = (isThere: boolean) => ({ price: isThere ? 350 : undefined });
    type Given = Parameters<typeof taxOf>;
    const studio = { publisher: { vat }, consumers } as Given[0];
    const offers = { offers: [priceIf(priced !== 'none')], regie: priceIf(priced === 'all') } as Given[1];
    expect(taxOf(studio, offers, 'Franchise').note).toBe(note);
  },
);

test('HOME-11: the opening names price and delay of the first card that has a price', async () => {
  const { site } = await loadStudio('example');
  const [{ label, fact } = { label: '', fact: '' }] = site.home.facts;
  expect(`${label}: ${fact}`.replaceAll('\u00a0', '~')).toBe('Site vitrine, 3 à 5~semaines: dès 750~€ TTC');
});

test.each([
  [{ price: 750, from: true }, '750~€'],
  [{ price: 90, from: true, unit: 'mois' as const }, '90~€'],
  [{ price: 50, unit: 'heure' as const }, '50~€/h'],
  [daily, '350 à 500~€'],
  [{}, 'Sur devis'],
])('the largest part of the price %j is %s, and stands in its first line', (price, figure) => {
  const found = figureOf(price);
  expect(found.replaceAll('\u00a0', '~')).toBe(figure);
  expect(priceLines(price, 'TTC')[0]).toContain(found);
});
