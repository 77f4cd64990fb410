/*
 * The only access to the studio's own data. The build writes `dist/studio.js` from the studio's folder, and the browser's bundle
 * takes from it only what a page uses.
 */
export * from '#built/studio.js';

import { fixedPriceOffers, identity, regieOffer } from '#built/studio.js';

export type { FixedPriceOffer, RegieOffer } from '../scripts/studio/site.ts';

/**
 * Every offer, in the order for search engines; each may lead to the form. `PURE` lets the inline gate, which needs only colours,
 * leave the offers out.
 */
export const allOffers = /* @__PURE__ */ [fixedPriceOffers, regieOffer ?? []].flat();

/** Tells whether the site is published at another address than the studio's. @param siteUrl SITE_URL; a local one never counts */
export function isElsewhere(siteUrl: string): boolean {
  return siteUrl.startsWith('https:') && siteUrl !== identity.siteAddress;
}
