import { createHmac } from 'node:crypto';
import { SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { SiteKey } from '../storage/site-key.server.ts';
import type { Storage } from '../storage/storage.ts';

const TEN_MINUTES = 10 * 60;
const ONE_DAY = 24 * 60 * 60;
/** A day's limit is this many times the ten-minute limit, so that no network uses up a mail provider's quota. */
const PER_DAY = 1.5;

/**
 * Counts one attempt to send a message, stored or not; clients without an address count as one.
 * @returns 0 if the message may pass, else the seconds to wait
 */
export type ContactLimiter = (address: string | undefined) => Promise<number>;

type Limiters = Pick<Storage, 'createRateLimiter'>;

/**
 * Creates a limiter over ten minutes and over a day. On PostgreSQL all processes share it; with SQLite it is in memory.
 * @param messages allowed per network in ten minutes; null allows any number
 * @param key hashes networks, so that the table reveals no address
 */
export function createContactLimiter(
  storage: Limiters,
  messages: number | null,
  key: SiteKey,
): ContactLimiter {
  if (messages === null) return async () => 0;
  const limits = [
    createLimit(storage, { points: messages, duration: TEN_MINUTES, keyPrefix: 'contact' }),
    createLimit(storage, {
      points: Math.ceil(messages * PER_DAY),
      duration: ONE_DAY,
      keyPrefix: 'contact-day',
    }),
  ];

  return async (address) => {
    const network = createHmac('sha256', await key())
      .update(visitorNetwork(address ?? ''))
      .digest('base64url');
    for (const limit of limits) {
      const waitMs = await limit(network);
      // An attempt that one limit refuses is not counted by the next.
      if (waitMs !== undefined) return Math.max(1, Math.ceil(waitMs / 1000));
    }
    return 0;
  };
}

/** Creates a function that counts an attempt and returns the milliseconds to wait, or undefined if the message may pass. */
function createLimit({ createRateLimiter }: Limiters, limit: Parameters<Limiters['createRateLimiter']>[0]) {
  const limiter = createRateLimiter(limit);

  async function consume(network: string): Promise<number | undefined> {
    try {
      await limiter.consume(network);
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }

  return async (network: string) => {
    const waitMs = await consume(network);
    if (waitMs === undefined || waitMs <= limit.duration * 1000) return waitMs;
    // A wait beyond the window was set by a wrong clock, so the count starts anew.
    await limiter.delete(network);
    return consume(network);
  };
}

/**
 * Gives the key under which a visitor counts: an IPv4 address, or the first 64 bits of an IPv6 address, which one subscriber has.
 * @param reported the address from a proxy or the socket; some proxies add a port
 */
export function visitorNetwork(reported: string): string {
  const address = ipaddr.isValid(reported) ? reported : SocketAddress.parse(reported)?.address;
  if (!address) return reported;
  // `process` turns an IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2) back into IPv4.
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  // The last 32 bits of a translated address (RFC 6052, 2.1) are an IPv4 address.
  if (ip.range() === 'rfc6052') return ip.toByteArray().slice(12).join('.');
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString();
}
