import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fixedPriceOffers, regieOffer } from '../../content/offers.ts';
import { ServiceCard } from './service-card.tsx';

const render = (props: ComponentProps<typeof ServiceCard>) =>
  renderToStaticMarkup(createElement(ServiceCard, props));

test('CARD-3: without the data of either card it says ‘Aucune card de disponible’', () => {
  expect(render({})).toContain('>Aucune card de disponible<');
});

test('CARD-1, CARD-2: the button has the words of the first of the actions', () => {
  const actions = ['Autre', 'Second'];
  for (const html of [
    render({ regie: { ...regieOffer, actions } }),
    ...fixedPriceOffers.map((offer) => render({ fixedPrice: { ...offer, actions } })),
  ]) {
    expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>Autre<\/a>/);
    expect(html).not.toContain('Second');
    expect(html).not.toContain('Démarrer');
  }
});
