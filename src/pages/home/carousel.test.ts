import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Carousel, isScroll, swipeStep } from './carousel.tsx';

test.each([
  [-40, 0, 0],
  [-40.5, 0, 1],
  [40, 0, 0],
  [41, 0, -1],
  [-60, -60, 0],
  [-80, 60, 1],
])('CAR-2: a swipe of %d, %d asks for %i', (deltaX, deltaY, step) => {
  expect(swipeStep(deltaX, deltaY)).toBe(step);
});

test.each([
  [-60, 50, false],
  [0, 16, true],
  [0, -16, true],
  [0, 15, false],
  [16, 16, false],
])('CAR-2: a finger moved by %d, %d scrolls: %s', (deltaX, deltaY, scrolls) => {
  expect(isScroll(deltaX, deltaY)).toBe(scrolls);
});

test.each([
  [1, 0, 0],
  [2, 2, 2],
  [8, 2, 8],
])('CAR-4: %i offers have %i arrows and %i names', (count, arrows, names) => {
  const slides = Array.from({ length: count }, (_, index) => ({
    id: `slide${index}`,
    tab: `${index}`,
    shortPrice: 'sur devis',
    content: '',
  }));
  const html = renderToStaticMarkup(createElement(Carousel, { className: '', label: 'Offres', slides }));
  expect(html.match(/ aria-label="Prestation (précédente|suivante)"/g) ?? []).toHaveLength(arrows);
  expect(html.match(/ role="tab"/g) ?? []).toHaveLength(names);
  expect(html).toContain(`aria-label="${count} sur ${count}"`);
});
