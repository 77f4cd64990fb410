import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { allOffers, fixedPriceOffers, regieOffer } from '../../site.ts';
import { ServiceCard } from './services.tsx';

const render = (props: ComponentProps<typeof ServiceCard>) =>
  renderToStaticMarkup(createElement(ServiceCard, props));

test('CARD-3: without the data of either card it says ‘Aucune card de disponible’', () => {
  expect(render({})).toContain('>Aucune card de disponible<');
});

test('CARD-1, CARD-2: the button has the words of the first of the actions', () => {
  const actions = ['Autre', 'Second'];
  for (const html of [
    ...(regieOffer ? [render({ regie: { ...regieOffer, actions } })] : []),
    ...fixedPriceOffers.map((offer) => render({ fixedPrice: { ...offer, actions } })),
  ]) {
    expect(html).toMatch(/<a [^>]*href="\/contact\?offre=[a-z-]+"[^>]*>Autre<\/a>/);
    expect(html).not.toContain('Second');
    expect(html).not.toContain('Démarrer');
  }
});

test('CARD-1, CARD-5, HOME-7: the shipped cards are those of the specification, with its prices', () => {
  const card = ({ titre, price }: { titre: string; price: string }) =>
    `${titre} : ${price.replaceAll(/\s/g, ' ')}`;
  expect(allOffers.map(card)).toEqual([
    expect.stringContaining('Site vitrine : À partir de 750 € TTC'),
    expect.stringContaining('Application web ou mobile : MVP à partir de 1 800 € TTC'),
    expect.stringContaining('Refonte technique : À partir de 400 € TTC'),
    'Conseil : 50 €/h TTC forfait découverte : 250 € TTC pour 5 h',
    expect.stringContaining('Maintenance : À partir de 90 € TTC par mois'),
    expect.stringMatching(/^Prestation en régie : 350 à 500 € TTC par jour/),
  ]);
});
