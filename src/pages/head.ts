import type { Profile } from '../profile/profile.ts';
import { routes, type ShownPage } from '../routes.ts';
import { about, contact, home, identity, legalMention, privacy, share } from '../site.ts';
import { notFound } from '../words/not-found.ts';
import { sharePicturePath, sharePictureSize } from './picture-files.ts';
import { structuredData } from './structured-data.ts';

/** Texts for tabs, search results and shared links. The home has no title here, because `titleOfHome` composes it. */
const texts: Readonly<Record<ShownPage, { title?: string; description: string }>> = {
  home: home.head,
  contact: contact.head,
  about: about.head,
  legalMention: legalMention.head,
  privacy: privacy.head,
  notFound: notFound.head,
};

/** Search results cut titles with more characters. */
const MAX_TITLE = 65;

export interface Head {
  title: string;
  tags: readonly HeadTag[];
  /** Structured data for search engines; null on the 404 page. */
  data: object | null;
}

interface HeadTag {
  name: 'meta' | 'link';
  attributes: Readonly<Record<string, string>>;
}

/** Selects every element that `headFor` can give, apart from the title. */
const ofPage =
  'meta[name=description], meta[name=robots], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical], script[type="application/ld+json"]';

/** Composes the head of a page; the server writes it, and the browser replaces it when the page changes. */
export function headFor(page: ShownPage, profile: Profile, siteUrl: string): Head {
  const { title: ownTitle, description } = texts[page];
  const title = ownTitle === undefined ? titleOfHome(profile) : withStudio(ownTitle);
  if (page === 'notFound') {
    return { title, tags: [meta('description', description), meta('robots', 'noindex')], data: null };
  }
  const address = new URL(routes[page].path, siteUrl).href;
  const tags = [
    meta('description', description),
    { name: 'link' as const, attributes: { rel: 'canonical', href: address } },
    meta('robots', 'max-image-preview:large'),
    property('og:type', 'website'),
    property('og:locale', 'fr_FR'),
    property('og:site_name', identity.studioName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', new URL(sharePicturePath(page), siteUrl).href),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', `${sharePictureSize.width}`),
    property('og:image:height', `${sharePictureSize.height}`),
    property('og:image:alt', `${share.words[page]} – ${share.line}`),
    // Twitter takes everything else from the Open Graph tags.
    meta('twitter:card', 'summary_large_image'),
  ];
  return { title, tags, data: structuredData(page, { title, description }, profile, siteUrl) };
}

function meta(name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { name, content } };
}

function property(name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { property: name, content } };
}

/** Composes a title from trade, town and person, as far as they fit. */
function titleOfHome({ name }: Profile): string {
  const { job, tradeAndTown } = identity;
  const titles = [`${tradeAndTown} – ${name}`, `${job} – ${name}`, tradeAndTown];
  return titles.find(({ length }) => length <= MAX_TITLE) ?? withStudio(name);
}

/** Adds the studio's name to a title if search results can show both. */
function withStudio(title: string): string {
  const whole = `${title} – ${identity.studioName}`;
  return whole.length <= MAX_TITLE ? whole : title;
}

/** Trusted Types treat JSON-LD as a script, so it needs a policy; the server and some browsers have no Trusted Types. */
const policy = globalThis.trustedTypes?.createPolicy('structured-data', { createScript: (json) => json });

export function applyHead(document: Document, { title, tags, data }: Head): void {
  document.title = title;
  for (const old of document.head.querySelectorAll(ofPage)) old.remove();
  for (const { name, attributes } of tags) append(document, name, attributes);
  if (!data) return;
  const json = JSON.stringify(data);
  append(document, 'script', { type: 'application/ld+json' }).textContent =
    policy?.createScript(json) ?? json;
}

function append(document: Document, name: string, attributes: Readonly<Record<string, string>>): Element {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  document.head.append(element);
  return element;
}
