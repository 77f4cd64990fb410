import { fixedPriceOffers, type OfferIcon, prices, regieOffer } from '../content/offers.ts';
import { areasServed } from '../content/page-facts.ts';

/** A price as a search engine reads it. `unit` is a UN/CEFACT code: HUR an hour, DAY a day, MON a month. */
interface Rate {
  min: number;
  /** Undefined for a price from which it starts. */
  max?: number;
  unit?: 'HUR' | 'DAY' | 'MON';
  /** How many units the price is for. */
  units?: number;
  taxIncluded: boolean;
}

/** What the cards say in words, by the icon that stands for the offer. The figures are those of the offers file. */
const rates: Readonly<Record<OfferIcon, readonly Rate[]>> = {
  window: [{ min: prices.essentialSite, taxIncluded: true }],
  'phone-app': [{ min: prices.minimumProduct, taxIncluded: true }],
  refresh: [{ min: prices.audit, taxIncluded: true }],
  compass: [
    { min: prices.hour, max: prices.hour, unit: 'HUR', taxIncluded: true },
    {
      min: prices.discovery,
      max: prices.discovery,
      unit: 'HUR',
      units: prices.discoveryHours,
      taxIncluded: true,
    },
  ],
  shield: [{ min: prices.maintenanceMonth, unit: 'MON', taxIncluded: true }],
};

const regieRates: readonly Rate[] = [
  { min: prices.dayMin, max: prices.dayMax, unit: 'DAY', taxIncluded: false },
];

/** The services and their prices as an `OfferCatalog`, in the order of the page; `provider` is a reference. */
export function offerCatalog(name: string, provider: object): object {
  const offers = fixedPriceOffers.map(({ titre, description, icon }) =>
    offer(titre, description.join('. '), rates[icon], provider),
  );
  return {
    '@type': 'OfferCatalog',
    name,
    itemListElement: [offer(regieOffer.titre, regieOffer.content, regieRates, provider), ...offers],
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
