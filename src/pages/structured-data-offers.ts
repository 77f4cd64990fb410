import { fixedPriceOffers, type Rate, regieOffer } from '../content/offers.ts';
import { areasServed } from '../content/page-facts.ts';

/** Gives the services and their prices as an `OfferCatalog`, in the order of the page; `provider` is a reference. */
export function offerCatalog(name: string, provider: object): object {
  const offers = fixedPriceOffers.map(({ titre, description, rates }) =>
    offer(titre, description.join('. '), rates, provider),
  );
  return {
    '@type': 'OfferCatalog',
    name,
    itemListElement: [offer(regieOffer.titre, regieOffer.content, regieOffer.rates, provider), ...offers],
  };
}

function offer(name: string, description: string, rates: readonly Rate[], provider: object): object {
  const specifications = rates.map(priceSpecification);
  return {
    '@type': 'Offer',
    itemOffered: {
      '@type': 'Service',
      name,
      description,
      provider,
      areaServed: { '@type': 'Country', name: areasServed.country },
    },
    priceSpecification: specifications.length === 1 ? specifications[0] : specifications,
  };
}

function priceSpecification({ min, max, unit, units, taxIncluded }: Rate): object {
  return {
    '@type': unit ? 'UnitPriceSpecification' : 'PriceSpecification',
    priceCurrency: 'EUR',
    ...(min === max ? { price: min } : { minPrice: min }),
    ...(max !== undefined && max !== min && { maxPrice: max }),
    valueAddedTaxIncluded: taxIncluded,
    ...(unit && {
      referenceQuantity: { '@type': 'QuantitativeValue', value: units ?? 1, unitCode: unit },
    }),
  };
}
