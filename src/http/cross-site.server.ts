import type { IncomingMessage } from 'node:http';

/**
 * Tells whether a page of another site sent the request. Browsers name the origin (Origin, Fetch Metadata); other clients name
 * none and pass. If a proxy sends `Referrer-Policy: no-referrer`, the origin of our own form is `null`. Fetch Metadata, which
 * no page can forge, then decides.
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
