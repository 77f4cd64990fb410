import { sanitizerPath } from '../routes.ts';
import { allowedElements, allowedLinkAttributes, allowedLinkSchemes, unwrappedElements } from './profile.ts';

/**
 * The allow-list for `Element.setHTML`, which itself also drops scripts and `javascript:` links. The empty `attributes` matters:
 * without it every attribute that is no event handler would stay.
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
    /** Part of the HTML Sanitizer API. Some browsers lack it, so a call may throw. */
    setHTML(html: string, options?: { sanitizer: SanitizerConfig }): void;
  }
}

/**
 * Writes HTML into an element by the allow-list (HOME-5), first with the browser's own sanitiser. It throws in browsers without
 * one, and in Chromium 105 to 118, which have another `setHTML`.
 */
let write = (element: HTMLElement, html: string): void => {
  element.setHTML(html, { sanitizer });
  unlinkOtherSchemes(element);
};

/** Loads DOMPurify for browsers without a sanitiser of their own. */
export async function loadSanitizer(): Promise<void> {
  try {
    write(document.createElement('p'), '');
  } catch {
    // An import by the package's name would make Vite add 0.6 kB for preloading, which does nothing here.
    const { default: purify }: typeof import('dompurify') = await import(/* @vite-ignore */ sanitizerPath);
    write = (element, html) => {
      element.innerHTML = purify.sanitize(html, {
        ALLOWED_TAGS: [...allowedElements],
        ALLOWED_ATTR: allowedLinkAttributes,
        ALLOW_ARIA_ATTR: false,
        ALLOW_DATA_ATTR: false,
        RETURN_TRUSTED_TYPE: true,
      }) as unknown as string;
      unlinkOtherSchemes(element);
    };
  }
}

/**
 * Replaces the server's presentation by the answered one (START-4) if they differ. Without a sanitiser in the browser it marks
 * the element, and the style sheet hides the outdated text until the scripts have replaced it.
 */
export function replacePresentation(element: HTMLElement, html: string): void {
  if (element.innerHTML === html) return;
  try {
    write(element, html);
  } catch {
    element.dataset['outdated'] = '';
  }
}

/** Writes the presentation if the element has none or an outdated one; another text stays, as it may be a translation. */
export function completePresentation(element: HTMLElement, html: string): void {
  if (element.firstChild && !('outdated' in element.dataset)) return;
  write(element, html);
  delete element.dataset['outdated'];
}

/** Removes links whose scheme is not allowed, and keeps their text; the browser itself parses the scheme. */
function unlinkOtherSchemes(element: HTMLElement): void {
  for (const link of element.querySelectorAll('a')) {
    if (!allowedLinkSchemes.includes(link.protocol.slice(0, -1))) link.removeAttribute('href');
  }
}
