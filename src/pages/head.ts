import { identity } from '../content/identity.ts';
import type { Profile } from '../profile/profile.ts';
import { routes, type ShownPage } from '../routes.ts';

/** What a page is called where it is listed: in tabs, search results and shared links. */
export interface HeadText {
  /** Without the studio's name. None: the page is named after the administrator. */
  title?: string;
  description: string;
}

/** Search results cut titles beyond this. */
const MAX_TITLE = 65;

/** What the head of a page says. */
export interface Head {
  page: ShownPage;
  profile: Profile;
  title: string;
  description: string;
  /** Null where the address should not be indexed (404). */
  canonical: string | null;
}

/** Gives the head of a page: the server writes it, the browser keeps it up to date when moving between pages. */
export function headFor(page: ShownPage, text: HeadText, profile: Profile, siteUrl: string): Head {
  const title = text.title === undefined ? titleOfHome(profile) : withStudio(text.title);
  const canonical = page === 'notFound' ? null : new URL(routes[page].path, siteUrl).href;
  return { page, profile, title, description: text.description, canonical };
}

function titleOfHome({ name, metier }: Profile): string {
  const title = `${name} – ${metier}`;
  return title.length <= MAX_TITLE ? title : withStudio(name);
}

/** The studio's name behind a title, where both fit into a search result. */
function withStudio(title: string): string {
  const whole = `${title} – ${identity.studioName}`;
  return whole.length <= MAX_TITLE ? whole : title;
}

/** Brings the document's head to a page; who reads Open Graph tags reads the server's document. */
export function applyHead(document: Document, head: Head): void {
  document.title = head.title;
  const set = (selector: string, attribute: string, value: string | null) => {
    const element = document.head.querySelector(selector);
    if (value === null) element?.removeAttribute(attribute);
    else element?.setAttribute(attribute, value);
  };
  set('meta[name="description"]', 'content', head.description);
  set('link[rel="canonical"]', 'href', head.canonical);
}
