import { hash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Storage } from '../storage/storage.ts';
import { visitorNetwork } from './visitor-network.ts';

const WINDOW_SECONDS = 10 * 60;

/** Limits the contact messages of one address; shared by every process on PostgreSQL, in memory on SQLite. */
export interface ContactLimiter {
  /**
   * Counts one attempt to send a message, stored or not.
   * @returns 0 when it may pass, else the seconds to wait
   */
  take(address: string): Promise<number>;
}

/**
 * Creates a limiter over windows of 10 minutes.
 * @param messages how many messages of one address pass in a window
 */
export function createContactLimiter(storage: Storage, messages: number): ContactLimiter {
  const limits = { points: messages, duration: WINDOW_SECONDS, keyPrefix: 'contact' };
  const limiter =
    storage.engine === 'sqlite'
      ? new RateLimiterMemory(limits)
      : new RateLimiterPostgres({
          ...limits,
          storeClient: storage.pool,
          tableName: 'rate_limit',
          tableCreated: true,
          // An address that has used up its messages is refused from memory: a refusal costs no write.
          inMemoryBlockOnConsumed: messages,
        });

  async function secondsToWait(key: string): Promise<number> {
    try {
      await limiter.consume(key);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw refused;
    }
  }

  return {
    async take(address) {
      // A digest, so that no address is stored.
      const key = hash('sha256', visitorNetwork(address), 'base64url');
      const wait = await secondsToWait(key);
      if (wait <= WINDOW_SECONDS) return wait;
      // The clock was set back: the window would last as much longer.
      await limiter.delete(key);
      return secondsToWait(key);
    },
  };
}
