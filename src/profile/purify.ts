import purify from 'dompurify';
import { allowedElements, allowedLinkAttributes } from './allowed-html.ts';
import { unlinkOtherSchemes } from './sanitizer.ts';

/** Writes HTML into the element by the allow-list (HOME-5), for browsers without a sanitiser of their own. */
export function purifyInto(target: HTMLElement, html: string): void {
  target.innerHTML = purify.sanitize(html, {
    ALLOWED_TAGS: [...allowedElements],
    ALLOWED_ATTR: allowedLinkAttributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  }) as unknown as string;
  unlinkOtherSchemes(target);
  target.hidden = false;
}
