import type { IncomingMessage } from 'node:http';

/**
 * Detects a request from a page of another site. Browsers name the origin (Origin, Fetch Metadata); other clients name
 * none and pass. If a proxy sends `Referrer-Policy: no-referrer`, the origin of our own form is `null`. Fetch Metadata, which
 * no page can forge, then decides.
 * @param siteUrl origin of our own pages, which may differ from the address of this server
 */
export function isCrossSite({ headers }: Pick<IncomingMessage, 'headers'>, siteUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === 'cross-site';
  if (origin === 'null') return site !== 'same-origin';
  if (origin === siteUrl) return false;
  return host === undefined || !URL.canParse(origin) || new URL(origin).host !== host;
}
