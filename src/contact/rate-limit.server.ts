import { hash } from 'node:crypto';
import type * as limiters from 'rate-limiter-flexible';
import { whenNeeded } from '../config/when-needed.server.ts';
import type { PostgresStorage, Storage } from '../storage/storage.ts';
import { visitorNetwork } from './visitor-network.ts';

const WINDOW_SECONDS = 10 * 60;

interface Limits {
  points: number;
  duration: number;
  keyPrefix: string;
}

/** Limits the contact messages of one address; shared by every process on PostgreSQL, in memory on SQLite. */
export interface ContactLimiter {
  /**
   * Counts one attempt to send a message, stored or not.
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
  const limiter = storage.engine === 'postgres' ? inPostgres(storage, limits) : inMemory(limits);
  const RateLimiterRes = limiterFile<typeof limiters.RateLimiterRes>('RateLimiterRes');

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
      const key = keyOf(address);
      const wait = await secondsToWait(key);
      if (wait <= WINDOW_SECONDS) return wait;
      // The clock was set back: the window would last as much longer.
      await limiter.delete(key);
      return secondsToWait(key);
    },
  };
}

function inMemory(limits: Limits): limiters.RateLimiterMemory {
  const RateLimiterMemory = limiterFile<typeof limiters.RateLimiterMemory>('RateLimiterMemory');
  return new RateLimiterMemory(limits);
}

function inPostgres({ pool }: PostgresStorage, limits: Limits): limiters.RateLimiterPostgres {
  const RateLimiterPostgres = limiterFile<typeof limiters.RateLimiterPostgres>('RateLimiterPostgres');
  return new RateLimiterPostgres({
    ...limits,
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    // Once an address has used up its messages, it is refused from memory until the window ends: a refusal costs no
    // write, nor a connection waiting for its row.
    inMemoryBlockOnConsumed: limits.points,
  });
}

/** One file of the package: its index loads limiters for fifteen other stores. */
function limiterFile<T>(name: string): T {
  return whenNeeded<T>(`rate-limiter-flexible/lib/${name}.js`)();
}

/** One visitor's key: a digest, so that no address is stored. */
function keyOf(address: string): string {
  return hash('sha256', visitorNetwork(address), 'base64url');
}
