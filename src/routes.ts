/** The only table of pages, for links, server, head tags, sitemap and tests. */
export const routes = {
  home: { path: '/', scroll: 'smooth' },
  contact: { path: '/contact', scroll: 'instant' },
  about: { path: '/about', scroll: 'smooth' },
  legalMention: { path: '/legal-mention', scroll: 'instant' },
  privacy: { path: '/privacy', scroll: 'instant' },
} as const satisfies Record<string, { path: `/${string}`; scroll: 'smooth' | 'instant' }>;

/** Id of the home's section with the offers. */
export const SERVICES_ID = 'services';

/** Parameter of the contact page with the id of the offer that led there (FORM-12). */
export const OFFER_PARAMETER = 'offre';

/** Gives the address of the form for an offer; browsers move the parameter into the history entry (pages/app.tsx). */
export function contactPathFor(offerId: string): string {
  return `${routes.contact.path}?${OFFER_PARAMETER}=${offerId}`;
}

/** Takes the offer out of a query. @returns the query without it, and the offer's id; null if none is named */
export function takeOffer(search: string): { query: string; offer: string | null } {
  const parameters = new URLSearchParams(search);
  const offer = parameters.get(OFFER_PARAMETER);
  if (offer === null) return { query: search, offer };
  parameters.delete(OFFER_PARAMETER);
  return { query: parameters.toString().replace(/^(?=.)/, '?'), offer };
}

/** The build writes the licences of all served packages here. */
export const licencesPath = '/licences.txt';

export const graphqlPath = '/graphql';

export const insightsScriptPath = '/insights/script.js';

export const insightsViewPath = '/insights/view';

/** Browsers without their own sanitiser load DOMPurify from here. */
export const sanitizerPath = '/sanitizer.js';

export type PageName = keyof typeof routes;

/** Names of all pages, in the table's order. `PURE` lets the inline gate use this file without the table. */
export const pageNames = /* @__PURE__ */ Object.keys(routes) as PageName[];

export type ShownPage = PageName | 'notFound';

/** Lists every page that has a document, the 404 page included. */
export function shownPages(): ShownPage[] {
  return [...pageNames, 'notFound'];
}

/** Writes the name of a page as its folders and files do, such as `legal-mention`. */
export function kebabName(page: ShownPage): string {
  return page.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Finds the page at this path, encoded or not; undefined if the site has none (404). */
export function pageAt(path: string): PageName | undefined {
  const decoded = decodedPath(path);
  return pageNames.find((name) => routes[name].path === decoded);
}

export function shownPageAt(path: string): ShownPage {
  return pageAt(path) ?? 'notFound';
}

/** Decodes a path as the server's router does, `/%63ontact` to `/contact`; an invalid path stays. */
function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns how the page scrolls to its top when the path becomes this one (PAGE-2). */
export function scrollBehaviorFor(path: string): 'smooth' | 'instant' {
  const page = pageAt(path);
  return page ? routes[page].scroll : 'smooth';
}
