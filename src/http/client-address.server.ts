import type { IncomingMessage } from 'node:http';

/**
 * The address that a request comes from, past the trusted proxies; the same that the framework gives. A connection that
 * was reset has none any more, where the framework gives undefined: such clients count together, as ''.
 * @param trustProxy how many proxies stand in front: each adds the address it was called from to X-Forwarded-For
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const nearest = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (trustProxy === 0 || typeof forwarded !== 'string') return nearest;
  const told = forwarded.split(',').map((address) => address.trim());
  return [...told.filter(Boolean), nearest].slice(-trustProxy - 1)[0] as string;
}
