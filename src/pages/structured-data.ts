import type {
  Graph,
  Offer,
  OfferCatalog,
  PostalAddress,
  PriceSpecification,
  ProfessionalService,
  WebPage,
  WebSite,
} from 'schema-dts';
import { about } from '../content/about.ts';
import { home } from '../content/home.ts';
import { identity } from '../content/identity.ts';
import { fixedPriceOffers, type Rate, regieOffer } from '../content/offers.ts';
import { areasServed } from '../content/page-facts.ts';
import { internationalNumber } from '../content/phone-number.ts';
import type { Profile } from '../profile/profile.ts';
import { type PageName, routes } from '../routes.ts';
import { sharePicturePath } from './picture-files.ts';

/** The schema.org type of the pages that have one of their own. */
const pageTypes: Partial<Record<PageName, 'ContactPage' | 'AboutPage'>> = {
  contact: 'ContactPage',
  about: 'AboutPage',
};

interface PageText {
  title: string;
  description: string;
}

/** Describes a page to search engines: JSON-LD in the vocabulary of schema.org. */
export function structuredData(page: PageName, text: PageText, profile: Profile, siteUrl: string): Graph {
  const graph = [studio(page, profile, siteUrl), website(siteUrl), webPage(page, text, siteUrl)];
  return { '@context': 'https://schema.org', '@graph': graph };
}

/** A thing has the same identifier on every page. */
function idOf(fragment: string, siteUrl: string): { '@id': string } {
  return { '@id': `${addressOf('home', siteUrl)}#${fragment}` };
}

function addressOf(page: PageName, siteUrl: string): string {
  return new URL(routes[page].path, siteUrl).href;
}

/** Describes the studio, with its services and prices on the page that shows them. */
function studio(page: PageName, { name, metier }: Profile, siteUrl: string): ProfessionalService {
  return {
    '@type': 'ProfessionalService',
    ...idOf('studio', siteUrl),
    name: identity.studioName,
    legalName: identity.publisherName,
    description: about.head.description,
    url: addressOf('home', siteUrl),
    logo: new URL('/icon-512.png', siteUrl).href,
    image: new URL(sharePicturePath('home'), siteUrl).href,
    email: identity.contactEmail,
    ...(identity.phone && { telephone: internationalNumber(identity.phone) }),
    ...(identity.address && { address: postalAddress(identity.address) }),
    areaServed: [
      { '@type': 'AdministrativeArea', name: areasServed.region },
      { '@type': 'Country', name: areasServed.country },
    ],
    founder: { '@type': 'Person', name, jobTitle: metier },
    ...(page === 'home' && { hasOfferCatalog: offerCatalog(home.services.title, idOf('studio', siteUrl)) }),
  };
}

function website(siteUrl: string): WebSite {
  return {
    '@type': 'WebSite',
    ...idOf('site', siteUrl),
    name: identity.studioName,
    url: addressOf('home', siteUrl),
    inLanguage: 'fr-FR',
    publisher: idOf('studio', siteUrl),
  };
}

function webPage(page: PageName, { title, description }: PageText, siteUrl: string): WebPage {
  return {
    '@type': pageTypes[page] ?? 'WebPage',
    '@id': addressOf(page, siteUrl),
    url: addressOf(page, siteUrl),
    name: title,
    description,
    inLanguage: 'fr-FR',
    isPartOf: idOf('site', siteUrl),
    about: idOf('studio', siteUrl),
  };
}

/** Returns the text itself if it is not `street, 63000 Town`. */
export function postalAddress(address: string): PostalAddress | string {
  const [, streetAddress = '', postalCode = '', addressLocality = ''] =
    /^(.+), (\d{5}) ([^,]+)$/.exec(address) ?? [];
  if (!streetAddress) return address;
  return { '@type': 'PostalAddress', streetAddress, postalCode, addressLocality, addressCountry: 'FR' };
}

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
