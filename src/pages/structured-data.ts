import type { Graph, OfferCatalog, PriceSpecification } from 'schema-dts';
import type { Rate } from '../../scripts/studio/prices.ts';
import type { Profile } from '../profile/profile.ts';
import { type PageName, routes } from '../routes.ts';
import { about, allOffers, identity } from '../site.ts';
import { homeWords } from '../words/home.ts';
import { portraitPath, sharePicturePath } from './picture-files.ts';

/** Pages that have their own type in schema.org. */
const pageTypes: Partial<Record<PageName, 'ContactPage' | 'AboutPage'>> = {
  contact: 'ContactPage',
  about: 'AboutPage',
};

interface PageText {
  title: string;
  description: string;
}

/** Describes the studio, the site and the page to search engines, as JSON-LD in the vocabulary of schema.org. */
export function structuredData(
  page: PageName,
  { title, description }: PageText,
  { name }: Profile,
  siteUrl: string,
): Graph {
  const addressOf = (path: string) => new URL(path, siteUrl).href;
  const url = addressOf(routes.home.path);
  // These identifiers are the same on every page, so that search engines see one studio and one site.
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
        ...identity.registeredAs,
        // The street is left out, because it may be a home; only the legal notice shows it.
        address: {
          '@type': 'PostalAddress',
          addressLocality: identity.city,
          addressRegion: identity.region,
          addressCountry: 'FR',
        },
        areaServed: [
          { '@type': 'AdministrativeArea', name: identity.region },
          { '@type': 'Country', name: 'France' },
        ],
        founder: {
          '@type': 'Person',
          '@id': `${url}#person`,
          name,
          jobTitle: identity.job,
          worksFor: studio,
          ...(identity.hasPortrait && { image: addressOf(portraitPath) }),
          ...(identity.links.length > 0 && { sameAs: identity.links.map(({ address }) => address) }),
        },
        // Only the home lists the offers, because it shows them.
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

/** Lists the services and their prices in the order of the page. */
function offerCatalog(): OfferCatalog {
  return {
    '@type': 'OfferCatalog',
    name: homeWords.services.title,
    itemListElement: allOffers.map(({ titre, rates }) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name: titre },
      ...(rates.length > 0 && { priceSpecification: rates.map(priceSpecification) }),
    })),
  };
}

/** Writes a price for schema.org: a fixed one, a least one, a range, or one per unit. */
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
