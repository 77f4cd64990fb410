import {
  allowedElements,
  allowedLinkAttributes,
  allowedLinkSchemes,
  unwrappedElements,
} from './allowed-html.ts';

/**
 * The allow-list for `Element.setHTML`, which also drops scripts and `javascript:` links by itself. Without a list of
 * attributes for all elements it would keep every attribute that is no event handler.
 */
const sanitizer = {
  attributes: [],
  comments: false,
  dataAttributes: false,
  elements: allowedElements.map((name) =>
    name === 'a' ? { name, attributes: allowedLinkAttributes } : name,
  ),
  replaceWithChildrenElements: unwrappedElements,
};

declare global {
  interface Element {
    /** HTML Sanitizer API; absent from some browsers, so it has to be tried. */
    setHTML(html: string, options?: { sanitizer: SanitizerConfig }): void;
  }
}

/**
 * Writes HTML into the element by the allow-list (HOME-5). Chromium 105 to 118 have another `setHTML`, which throws.
 * @returns false, with the element hidden, if the browser has no sanitiser of its own
 */
export function writeSafeHtml(element: HTMLElement, html: string): boolean {
  try {
    element.setHTML(html, { sanitizer });
    unlinkOtherSchemes(element);
    element.hidden = false;
    return true;
  } catch {
    element.hidden = true;
    return false;
  }
}

/** Tells whether the browser has such a sanitiser of its own. */
export const hasSanitizer = () => writeSafeHtml(document.createElement('p'), '');

/** Turns links of schemes that are not allowed into plain text; the browser itself parses the scheme. */
export function unlinkOtherSchemes(element: HTMLElement): void {
  for (const link of element.querySelectorAll('a')) {
    if (!allowedLinkSchemes.includes(link.protocol.slice(0, -1))) link.removeAttribute('href');
  }
}
