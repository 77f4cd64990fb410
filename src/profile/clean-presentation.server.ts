import sanitizeHtml from 'sanitize-html';
import { allowedElements, allowedLinkAttributes, allowedLinkSchemes } from './allowed-html.ts';

/**
 * Cleans the HTML of a presentation by the allow-list: at write, and again whenever it leaves the server.
 * @returns HTML that holds nothing but the allowed elements
 */
export function cleanPresentation(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedElements],
    allowedAttributes: { a: allowedLinkAttributes },
    allowedSchemes: allowedLinkSchemes,
    allowedSchemesAppliedToAttributes: ['href'],
    disallowedTagsMode: 'discard',
  });
}

/** Writes the HTML as browsers do (`innerHTML`), so that they recognise it as the text of the document. */
export function asBrowsersWrite(clean: string): string {
  return clean.replaceAll('<br />', '<br>').replaceAll('\u00a0', '&nbsp;');
}
