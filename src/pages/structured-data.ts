import type { Graph, OfferCatalog, PostalAddress, PriceSpecification } from 'schema-dts';
import type { Rate } from '../../scripts/studio/prices.ts';
import type { Profile } from '../profile/profile.ts';
import { type PageName, routes } from '../routes.ts';
import { about, allOffers, identity } from '../site.ts';
import { homeWords } from '../words/home.ts';
import { sharePicturePath } from './picture-files.ts';

/** Pages that have a type of their own in schema.org. */
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
        telephone: identity.phoneLink,
        address: postalAddress(),
        areaServed: [
          { '@type': 'AdministrativeArea', name: identity.region },
          { '@type': 'Country', name: 'France' },
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

function postalAddress(): PostalAddress {
  const { street, town } = identity.address;
  const [postalCode = '', ...words] = town.split(' ');
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode,
    addressLocality: words.join(' '),
    addressCountry: 'FR',
  };
}

/** Lists the services and their prices in the order of the page. */
function offerCatalog(): OfferCatalog {
  return {
    '@type': 'OfferCatalog',
    name: homeWords.services.title,
    itemListElement: allOffers.map(({ titre, rates }) => ({
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
