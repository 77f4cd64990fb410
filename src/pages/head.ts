import { identity } from '../content/identity.ts';
import type { Profile } from '../profile/profile.ts';
import { routes, type ShownPage } from '../routes.ts';

/** Title and description of a page, for tabs, search results and shared links. */
export interface HeadText {
  /** Without the studio's name; absent: the administrator's name is the title. */
  title?: string;
  description: string;
}

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
export function headFor(page: ShownPage, text: HeadText, profile: Profile, siteUrl: string): Head {
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

/** Updates the document's head. Open Graph tags stay: programs read those of the server's document. */
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
