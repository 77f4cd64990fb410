import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of another site sent the request. Browsers say where a request comes from (Origin, Fetch Metadata);
 * other clients say nothing and are let through.
 */
export function isCrossSite(
  { headers }: Pick<IncomingMessage, 'headers'>,
  allowedOrigins: readonly string[],
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site';
  if (allowedOrigins.includes(origin)) return false;
  // An opaque origin has no host, and neither may a request of HTTP/1.0: they are not the same one.
  return host === undefined || hostOf(origin) !== host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
