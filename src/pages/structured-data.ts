import { about } from '../content/about.ts';
import { home } from '../content/home.ts';
import { identity } from '../content/identity.ts';
import { areasServed, pageFacts } from '../content/page-facts.ts';
import { fromAnywhere } from '../content/phone-number.ts';
import type { Profile } from '../profile/profile.ts';
import { type PageName, routes } from '../routes.ts';
import { sharePicturePath, sharePictureSize } from './document/share-picture.ts';
import type { Head } from './head.ts';
import { postalAddress } from './structured-data-address.ts';
import { offerCatalog } from './structured-data-offers.ts';

/** The schema.org type of the pages that have one of their own. */
const pageTypes: Partial<Record<PageName, string>> = { contact: 'ContactPage', about: 'AboutPage' };

/** What a page is about, for search engines: JSON-LD in the vocabulary of schema.org. */
export function structuredData(page: PageName, head: Head, siteUrl: string): object {
  const graph = [
    studio(page, head.profile, siteUrl),
    website(siteUrl),
    webPage(page, head, siteUrl),
    page === 'home' ? null : breadcrumbs(page, siteUrl),
  ];
  return { '@context': 'https://schema.org', '@graph': graph.filter((item) => item !== null) };
}

/** The identifier of one thing, the same on every page. */
function idOf(fragment: string, siteUrl: string): { '@id': string } {
  return { '@id': new URL(`/#${fragment}`, siteUrl).href };
}

function addressOf(page: PageName, siteUrl: string): string {
  return new URL(routes[page].path, siteUrl).href;
}

/** The studio, with its services and prices on the page that shows them. */
function studio(page: PageName, { name, metier }: Profile, siteUrl: string): object {
  return withoutBlanks({
    '@type': 'ProfessionalService',
    ...idOf('studio', siteUrl),
    name: identity.studioName,
    legalName: identity.publisherName,
    description: about.head.description,
    url: new URL('/', siteUrl).href,
    logo: new URL('/icon-512.png', siteUrl).href,
    image: new URL(sharePicturePath('home'), siteUrl).href,
    email: identity.contactEmail,
    telephone: fromAnywhere(identity.phone),
    address: postalAddress(identity.address),
    areaServed: [
      { '@type': 'AdministrativeArea', name: areasServed.region },
      { '@type': 'Country', name: areasServed.country },
    ],
    founder: { '@type': 'Person', name, jobTitle: metier },
    hasOfferCatalog: page === 'home' ? offerCatalog(home.services.title, idOf('studio', siteUrl)) : '',
  });
}

function website(siteUrl: string): object {
  return {
    '@type': 'WebSite',
    ...idOf('site', siteUrl),
    name: identity.studioName,
    url: new URL('/', siteUrl).href,
    inLanguage: 'fr-FR',
    publisher: idOf('studio', siteUrl),
  };
}

function webPage(page: PageName, { title, description }: Head, siteUrl: string): object {
  return {
    '@type': pageTypes[page] ?? 'WebPage',
    '@id': addressOf(page, siteUrl),
    url: addressOf(page, siteUrl),
    name: title,
    description,
    inLanguage: 'fr-FR',
    dateModified: pageFacts[page].updated,
    isPartOf: idOf('site', siteUrl),
    about: idOf('studio', siteUrl),
    primaryImageOfPage: {
      '@type': 'ImageObject',
      url: new URL(sharePicturePath(page), siteUrl).href,
      width: pixels(sharePictureSize.width),
      height: pixels(sharePictureSize.height),
    },
  };
}

/** E37 is the pixel of UN/CEFACT; a bare number is no length to schema.org. */
function pixels(value: number): object {
  return { '@type': 'QuantitativeValue', value, unitCode: 'E37' };
}

function breadcrumbs(page: PageName, siteUrl: string): object {
  const trail: PageName[] = ['home', page];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: pageFacts[step].name,
      item: { '@type': 'WebPage', '@id': addressOf(step, siteUrl) },
    })),
  };
}

/** Without the settings that do not apply, which are ''. */
function withoutBlanks(item: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== ''));
}
