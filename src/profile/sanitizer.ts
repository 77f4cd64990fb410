import { allowedElements, allowedLinkAttributes } from './allowed-html.ts';

/** The allow-list for `Element.setHTML`, which besides drops scripts and `javascript:` links by itself. */
const sanitizer = {
  elements: allowedElements.map((name) =>
    name === 'a' ? { name, attributes: [...allowedLinkAttributes, 'rel'] } : { name },
  ),
};

/**
 * Puts HTML into the element by the allow-list (HOME-5).
 * @returns false, with the element hidden, where the browser has no sanitiser of its own
 */
export function writeSafeHtml(element: HTMLElement, html: string): boolean {
  element.hidden = !element.setHTML;
  element.setHTML?.(html, { sanitizer });
  return !element.hidden;
}
