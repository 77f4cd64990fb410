import { createHash } from 'node:crypto';
import type * as limiters from 'rate-limiter-flexible';
import { whenNeeded } from '../config/when-needed.server.ts';
import type { Storage } from '../storage/storage.ts';
import { visitorNetwork } from './visitor-network.ts';

// By file: the package itself reads its limiters for fifteen other stores.
const inMemory = limiterFile<typeof limiters.RateLimiterMemory>('RateLimiterMemory');
const inPostgres = limiterFile<typeof limiters.RateLimiterPostgres>('RateLimiterPostgres');
const refusal = limiterFile<typeof limiters.RateLimiterRes>('RateLimiterRes');

const WINDOW_SECONDS = 10 * 60;

/** Limits the contact messages of one address; shared by every process on PostgreSQL, in memory on SQLite. */
export interface ContactLimiter {
  /**
   * Counts one message.
   * @returns 0 when it may pass, else the seconds to wait
   */
  take(address: string): Promise<number>;
}

/**
 * Gives a limiter over windows of 10 minutes.
 * @param messages how many messages of one address pass in a window
 */
export function createContactLimiter(storage: Storage, messages: number): ContactLimiter {
  const limits = { points: messages, duration: WINDOW_SECONDS, keyPrefix: 'contact' };
  const limiter =
    storage.engine === 'postgres'
      ? new (inPostgres())({
          ...limits,
          storeClient: storage.pool,
          tableName: 'rate_limit',
          tableCreated: true,
          // Once an address has used up its messages, it is refused from memory until the window ends: a refusal costs no
          // write, nor a connection waiting for its row.
          inMemoryBlockOnConsumed: messages,
        })
      : new (inMemory())(limits);
  return {
    async take(address) {
      try {
        await limiter.consume(keyOf(address));
        return 0;
      } catch (refused) {
        if (refused instanceof refusal()) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw refused;
      }
    },
  };
}

function limiterFile<T>(name: string): () => T {
  return whenNeeded<T>(`rate-limiter-flexible/lib/${name}.js`);
}

/** One visitor's key: a digest, so that no address is stored. */
function keyOf(address: string): string {
  return createHash('sha256').update(visitorNetwork(address)).digest('base64url');
}
