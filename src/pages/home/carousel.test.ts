import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Carousel } from './carousel.tsx';

test.each([
  [1, 0, 0],
  [2, 2, 2],
  [8, 2, 8],
])('CAR-4: %i offers have %i arrows and %i names', (count, arrows, names) => {
  const slide = { tab: 'Nom', shortPrice: 'sur devis', content: '' };
  const slides = Array.from({ length: count }, (_, index) => ({ ...slide, id: `slide${index}` }));
  const html = renderToStaticMarkup(createElement(Carousel, { className: '', label: 'Offres', slides }));
  expect(html.match(/ aria-label="Prestation (précédente|suivante)"/g) ?? []).toHaveLength(arrows);
  expect(html.match(/ role="tab"/g) ?? []).toHaveLength(names);
  expect(html).toContain(`aria-label="${count} sur ${count}\u00a0: Nom"`);
});
