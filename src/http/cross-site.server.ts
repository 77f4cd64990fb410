import type { IncomingMessage } from 'node:http';

/**
 * Tells whether a page of another site sent the request. Browsers say where a request comes from (Origin, Fetch Metadata);
 * other clients say nothing and are let through. Behind a proxy that sends `Referrer-Policy: no-referrer` the origin of our own
 * form is `null`: then Fetch Metadata decides, which no page can forge.
 */
export function isCrossSite(
  { headers }: Pick<IncomingMessage, 'headers'>,
  allowedOrigins: readonly string[],
): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === 'cross-site';
  if (origin === 'null') return site !== 'same-origin';
  if (allowedOrigins.includes(origin)) return false;
  return host === undefined || !URL.canParse(origin) || new URL(origin).host !== host;
}
