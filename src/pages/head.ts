import { about } from '../content/about.ts';
import { contact } from '../content/contact.ts';
import { home } from '../content/home.ts';
import { identity } from '../content/identity.ts';
import { legalMention } from '../content/legal-mention.ts';
import { notFound } from '../content/not-found.ts';
import { privacy } from '../content/privacy.ts';
import type { Profile } from '../profile/profile.ts';
import { routes, type ShownPage } from '../routes.ts';

/** Title and description of a page, for tabs, search results and shared links. */
interface HeadText {
  /** Without the studio's name; absent: the administrator's name is the title. */
  title?: string;
  description: string;
}

const texts: Readonly<Record<ShownPage, HeadText>> = {
  home: home.head,
  contact: contact.head,
  about: about.head,
  legalMention: legalMention.head,
  privacy: privacy.head,
  notFound: notFound.head,
};

/** Search results cut titles beyond this. */
const MAX_TITLE = 65;

/** The head of a page. */
export interface Head {
  page: ShownPage;
  profile: Profile;
  title: string;
  description: string;
  /** Null where the address should not be indexed (404). */
  canonical: string | null;
}

/** Gives the head of a page: the server writes it, the browser updates it when the page changes. */
export function headFor(page: ShownPage, profile: Profile, siteUrl: string): Head {
  const text = texts[page];
  const title = text.title === undefined ? titleOfHome(profile) : withStudio(text.title);
  const canonical = page === 'notFound' ? null : new URL(routes[page].path, siteUrl).href;
  return { page, profile, title, description: text.description, canonical };
}

function titleOfHome({ name, metier }: Profile): string {
  const title = `${name} – ${metier}`;
  return title.length <= MAX_TITLE ? title : withStudio(name);
}

/** Adds the studio's name to a title if both fit into a search result. */
function withStudio(title: string): string {
  const whole = `${title} – ${identity.studioName}`;
  return whole.length <= MAX_TITLE ? whole : title;
}

/** Updates the title and the canonical address. Programs read the rest in the server's document. */
export function applyHead(document: Document, { title, canonical }: Head): void {
  document.title = title;
  const link = document.head.querySelector('link[rel="canonical"]');
  if (canonical) link?.setAttribute('href', canonical);
  else link?.removeAttribute('href');
}
