import type { Graph, OfferCatalog, PostalAddress, PriceSpecification } from 'schema-dts';
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

/** Describes the studio, the site and the page to search engines: JSON-LD in the vocabulary of schema.org. */
export function structuredData(
  page: PageName,
  { title, description }: PageText,
  { name, metier }: Profile,
  siteUrl: string,
): Graph {
  const addressOf = (path: string) => new URL(path, siteUrl).href;
  const url = addressOf(routes.home.path);
  // A thing has the same identifier on every page.
  const [studio, site] = [{ '@id': `${url}#studio` }, { '@id': `${url}#site` }];
  const pageUrl = addressOf(routes[page].path);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfessionalService',
        ...studio,
        name: identity.studioName,
        legalName: identity.publisherName,
        description: about.head.description,
        url,
        logo: addressOf('/icon-512.png'),
        image: addressOf(sharePicturePath('home')),
        email: identity.contactEmail,
        ...(identity.phone && { telephone: internationalNumber(identity.phone) }),
        ...(identity.address && { address: postalAddress(identity.address) }),
        areaServed: [
          { '@type': 'AdministrativeArea', name: areasServed.region },
          { '@type': 'Country', name: areasServed.country },
        ],
        founder: { '@type': 'Person', name, jobTitle: metier },
        // On the page that shows them.
        ...(page === 'home' && { hasOfferCatalog: offerCatalog() }),
      },
      {
        '@type': 'WebSite',
        ...site,
        name: identity.studioName,
        url,
        inLanguage: 'fr-FR',
        publisher: studio,
      },
      {
        '@type': pageTypes[page] ?? 'WebPage',
        '@id': pageUrl,
        url: pageUrl,
        name: title,
        description,
        inLanguage: 'fr-FR',
        isPartOf: site,
        about: studio,
      },
    ],
  };
}

/** Returns the text itself if it is not `street, 63000 Town`. */
export function postalAddress(address: string): PostalAddress | string {
  const [, streetAddress = '', postalCode = '', addressLocality = ''] =
    /^(.+), (\d{5}) ([^,]+)$/.exec(address) ?? [];
  if (!streetAddress) return address;
  return { '@type': 'PostalAddress', streetAddress, postalCode, addressLocality, addressCountry: 'FR' };
}

/** Lists the services and their prices in the order of the page. */
function offerCatalog(): OfferCatalog {
  return {
    '@type': 'OfferCatalog',
    name: home.services.title,
    itemListElement: [regieOffer, ...fixedPriceOffers].map(({ titre, rates }) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name: titre },
      priceSpecification: rates.map(priceSpecification),
    })),
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
