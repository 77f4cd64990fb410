import { createHmac } from 'node:crypto';
import { SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { SiteKey } from '../storage/site-key.server.ts';
import type { Storage } from '../storage/storage.ts';

const TEN_MINUTES = 10 * 60;
const ONE_DAY = 24 * 60 * 60;
/** A day's messages of one network, as a multiple of those of ten minutes: it must not use up the quota of a mail provider. */
const PER_DAY = 1.5;

/**
 * Counts one attempt to send a message, stored or not. Clients without an address count together.
 * @returns 0 when it may pass, else the seconds to wait
 */
export type ContactLimiter = (address: string | undefined) => Promise<number>;

type Limiters = Pick<Storage, 'createRateLimiter'>;

/**
 * Creates a limiter over ten minutes and over a day, shared by every process on PostgreSQL, in memory on SQLite.
 * @param messages allowed per network in ten minutes; null: any number
 * @param key so that the table does not reveal addresses
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
      // What this limit refuses does not count for the next.
      if (waitMs !== undefined) return Math.max(1, Math.ceil(waitMs / 1000));
    }
    return 0;
  };
}

/** Creates a function that counts an attempt, and returns the milliseconds to wait, or undefined when it may pass. */
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
    // A wrong clock has set an end beyond the window: it is over.
    await limiter.delete(network);
    return consume(network);
  };
}

/**
 * Counts an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one subscriber, as one visitor.
 * @param reported the address from a proxy or the socket; some proxies add a port
 */
export function visitorNetwork(reported: string): string {
  const address = ipaddr.isValid(reported) ? reported : SocketAddress.parse(reported)?.address;
  if (!address) return reported;
  // An IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2) becomes IPv4 again.
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  // A translated address (RFC 6052, 2.1) does too: its last 32 bits.
  if (ip.range() === 'rfc6052') return ip.toByteArray().slice(12).join('.');
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString();
}
