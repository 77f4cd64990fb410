/*
 * The one door to what the studio says of itself. The build writes `dist/studio.js` from the studio's folder; the browser's
 * bundle takes from it only what a page uses.
 */
export * from '#built/studio.js';

import { fixedPriceOffers, identity, regieOffer } from '#built/studio.js';

export type { FixedPriceOffer, RegieOffer } from '../scripts/studio/site.ts';

/**
 * Every offer, in the order in which search engines read them; each may lead to the form. Pure: the inline gate, which needs
 * colours alone, leaves it out.
 */
export const allOffers = /* @__PURE__ */ [fixedPriceOffers, regieOffer ?? []].flat();

/** Whether the site is published under another address than the studio's. @param siteUrl as in SITE_URL; a local one never is */
export function isElsewhere(siteUrl: string): boolean {
  return siteUrl.startsWith('https:') && siteUrl !== identity.siteAddress;
}
