/** Number of the administrator whose profile the site shows (specification, section 6). */
export const ADMINISTRATOR_ID = 3;

/** The query of section 7 of the specification; it asks for every field, and three are shown (HOME-10). */
export const profileQuery =
  'query getAdminPublicProfil($id: Int!) { getAdminPublicProfil(id: $id) { name metier presentation projects { name description UrlInProd fonctionalites urlImage altImg } TechStacks { type technoFront technoBack technoDevops technoServicesTools } } }';

export interface Profile {
  name: string;
  metier: string;
  /** HTML with the elements in `allowedElements` only. */
  presentation: string;
  projects: Record<'name' | 'description' | 'UrlInProd' | 'fonctionalites' | 'urlImage' | 'altImg', string>[];
  TechStacks: Record<
    'type' | 'technoFront' | 'technoBack' | 'technoDevops' | 'technoServicesTools',
    string
  >[];
}

/**
 * The elements that a presentation may hold (HOME-5), for the server and the browser alike. Everything else is removed: scripts,
 * styles, forms, pictures, SVG, event handlers, other URL schemes.
 */
export const allowedElements = 'p br strong em b i a ul ol li span'.split(' ');

const unwrapped = 'h1 h2 h3 h4 h5 h6 div section article blockquote code mark small u';

/**
 * Elements that are removed while their content stays; without this list, the browser's own sanitiser would remove the content
 * too.
 */
export const unwrappedElements = unwrapped.split(' ');

export const allowedLinkAttributes = ['href'];

export const allowedLinkSchemes = ['http', 'https', 'mailto'];

/** Extracts the characters of some HTML that readers see, in one line; an entity counts as `x`. */
export function lettersOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#?\w+;/g, 'x')
    .replace(/[ \t\n]+/g, ' ')
    .trim();
}
