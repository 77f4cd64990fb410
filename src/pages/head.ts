import { headTexts } from '../content/head.ts';
import type { Profile } from '../profile/profile.ts';
import { routes, type ShownPage } from '../routes.ts';

/** What the head of a page says. */
export interface Head {
  page: ShownPage;
  profile: Profile;
  title: string;
  description: string;
  /** Null where the address should not be indexed (404). */
  canonical: string | null;
}

/** The head of a page: the server writes it, the browser keeps it up to date when moving between pages. */
export function headFor(page: ShownPage, profile: Profile, siteUrl: string): Head {
  const text = page === 'home' ? headTexts.home(profile.name, profile.metier) : headTexts[page]();
  const canonical = page === 'notFound' ? null : new URL(routes[page].path, siteUrl).href;
  return { ...text, page, profile, canonical };
}

/** Brings the document's head to a page. */
export function applyHead(document: Document, head: Head): void {
  document.title = head.title;
  const set = (selector: string, attribute: string, value: string | null) => {
    const element = document.head.querySelector(selector);
    if (value === null) element?.removeAttribute(attribute);
    else element?.setAttribute(attribute, value);
  };
  set('meta[name="description"]', 'content', head.description);
  set('link[rel="canonical"]', 'href', head.canonical);
  set('meta[property="og:title"]', 'content', head.title);
  set('meta[property="og:description"]', 'content', head.description);
  set('meta[property="og:url"]', 'content', head.canonical);
}
