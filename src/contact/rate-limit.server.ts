import { createHmac } from 'node:crypto';
import { SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Storage } from '../storage/storage.ts';

const WINDOW_SECONDS = 10 * 60;

/**
 * Counts one attempt to send a message, stored or not. Clients without an address count together.
 * @returns 0 when it may pass, else the seconds to wait
 */
export type ContactLimiter = (address: string | undefined) => Promise<number>;

/**
 * Creates a limiter over windows of 10 minutes, shared by every process on PostgreSQL, in memory on SQLite.
 * @param messages allowed per address and window; null: any number
 * @param secret shared by all processes and not in the store, so that the table does not reveal addresses
 */
export function createContactLimiter(storage: Storage, messages: number | null, secret = ''): ContactLimiter {
  if (messages === null) return async () => 0;
  const limiter = storage.createRateLimiter({
    points: messages,
    duration: WINDOW_SECONDS,
    keyPrefix: 'contact',
  });

  /** Returns the milliseconds to wait; undefined when the attempt may pass. */
  async function consume(key: string): Promise<number | undefined> {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }

  return async (address) => {
    const key = createHmac('sha256', secret)
      .update(visitorNetwork(address ?? ''))
      .digest('base64url');
    let waitMs = await consume(key);
    if (waitMs !== undefined && waitMs > WINDOW_SECONDS * 1000) {
      // A wrong clock has set an end beyond the window: it is over.
      await limiter.delete(key);
      waitMs = await consume(key);
    }
    return waitMs === undefined ? 0 : Math.max(1, Math.ceil(waitMs / 1000));
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
