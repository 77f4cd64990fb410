import { allowedElements, allowedLinkAttributes } from './allowed-html.ts';
import { hasSanitizer, unlinkOtherSchemes } from './sanitizer.ts';

/** Fetches what `purifyInto` needs, in browsers without a sanitiser of their own; elsewhere nothing. */
export async function fetchPurify(): Promise<void> {
  if (!hasSanitizer()) await import('dompurify');
}

/** Puts HTML into the element by the allow-list (HOME-5), for browsers without a sanitiser of their own. */
export async function purifyInto(target: HTMLElement, html: string): Promise<void> {
  const { default: purify } = await import('dompurify');
  target.innerHTML = purify.sanitize(html, {
    ALLOWED_TAGS: [...allowedElements],
    ALLOWED_ATTR: [...allowedLinkAttributes],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  }) as unknown as string;
  unlinkOtherSchemes(target);
  target.hidden = false;
}
