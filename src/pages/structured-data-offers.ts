import type { Offer, OfferCatalog, PriceSpecification } from 'schema-dts';
import { fixedPriceOffers, type Rate, regieOffer } from '../content/offers.ts';
import { areasServed } from '../content/page-facts.ts';

interface IdReference {
  '@id': string;
}

/** Lists the services and their prices in the order of the page. */
export function offerCatalog(name: string, provider: IdReference): OfferCatalog {
  const offers = fixedPriceOffers.map(({ titre, description, rates }) =>
    offer(titre, description.join('. '), rates, provider),
  );
  return {
    '@type': 'OfferCatalog',
    name,
    itemListElement: [offer(regieOffer.titre, regieOffer.content, regieOffer.rates, provider), ...offers],
  };
}

function offer(name: string, description: string, rates: readonly Rate[], provider: IdReference): Offer {
  return {
    '@type': 'Offer',
    itemOffered: {
      '@type': 'Service',
      name,
      description,
      provider,
      areaServed: { '@type': 'Country', name: areasServed.country },
    },
    priceSpecification: rates.map(priceSpecification),
  };
}

/** A price as schema.org writes it: alone, from, between, by the unit. */
export function priceSpecification({ min, max, unit, units, taxIncluded }: Rate): PriceSpecification {
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
