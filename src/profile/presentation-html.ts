import { sanitizerPath } from '../routes.ts';
import { allowedElements, allowedLinkAttributes, allowedLinkSchemes, unwrappedElements } from './profile.ts';

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
 * Writes HTML into an element by the allow-list (HOME-5), at first by the browser's own sanitiser. Chromium 105 to 118 have another
 * `setHTML`, which throws.
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
    // By its address: by the package's name, Vite would add 0.6 kB to the bundle for a preloading that does nothing here.
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
 * Writes the answered presentation over the server's (START-4), unless they are the same. Without a sanitiser of the browser it
 * marks the element instead: the style sheet hides the outdated text until the scripts have written the answered one.
 */
export function replacePresentation(element: HTMLElement, html: string): void {
  if (element.innerHTML === html) return;
  try {
    write(element, html);
  } catch {
    element.dataset['outdated'] = '';
  }
}

/** Writes the presentation where the element has none or an outdated one. Otherwise it stays: a translation may have changed it. */
export function completePresentation(element: HTMLElement, html: string): void {
  if (element.firstChild && !('outdated' in element.dataset)) return;
  write(element, html);
  delete element.dataset['outdated'];
}

/** Turns links of schemes that are not allowed into plain text; the browser itself parses the scheme. */
function unlinkOtherSchemes(element: HTMLElement): void {
  for (const link of element.querySelectorAll('a')) {
    if (!allowedLinkSchemes.includes(link.protocol.slice(0, -1))) link.removeAttribute('href');
  }
}
