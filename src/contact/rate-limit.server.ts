import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Storage } from '../storage/storage.ts';

const WINDOW_SECONDS = 10 * 60;

/** Limits the contact messages of one address; shared by every process on PostgreSQL, in memory on SQLite. */
export interface ContactLimiter {
  /**
   * Counts one message.
   * @returns 0 when it may pass, else the seconds to wait
   */
  take(address: string): Promise<number>;
}

/** @param messages how many pass per address and 10 minutes */
export function createContactLimiter(storage: Storage, messages: number): ContactLimiter {
  const limits = { points: messages, duration: WINDOW_SECONDS, keyPrefix: 'contact' };
  const limiter =
    storage.engine === 'postgres'
      ? new RateLimiterPostgres({
          ...limits,
          storeClient: storage.pool,
          tableName: 'rate_limit',
          tableCreated: true,
        })
      : new RateLimiterMemory(limits);
  return {
    async take(address) {
      try {
        await limiter.consume(keyOf(address));
        return 0;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw refused;
      }
    },
  };
}

/** One visitor's key: a digest, so that no address is stored; an IPv6 network of 64 bits counts as one visitor. */
function keyOf(told: string): string {
  const address = withoutPort(told);
  const network = address.includes(':') ? firstHalf(address) : address;
  return createHash('sha256').update(network).digest('base64url');
}

/** Some proxies tell the port as well, which is another for each connection: `192.0.2.1:51234`, `[2001:db8::1]:51234`. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

function firstHalf(ipv6: string): string {
  if (ipv6.startsWith('::ffff:')) return ipv6.slice('::ffff:'.length);
  const [before = '', after = ''] = ipv6.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after.split(':').filter(Boolean);
  const zeros = ipv6.includes('::') ? 8 - head.length - tail.length : 0;
  return [...head, ...Array<string>(zeros).fill('0'), ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}
