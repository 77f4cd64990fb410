import type { Clock } from '../config/clock.ts';
import { blamesRow } from '../storage/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { type AcceptedMessage, type Stored, storeGroup } from './store-group.server.ts';

/** More messages wait than may be held: ask again in a few seconds. */
export class OverloadedError extends Error {
  override name = 'OverloadedError';

  constructor() {
    super('too many messages are waiting to be stored');
  }
}

/** Stores messages that passed every check. */
export interface Acceptance {
  /**
   * Stores the message and queues its notification; resolves only once both are durable (API-3).
   * @throws OverloadedError, or what the store throws; as far as it can be asked, nothing is stored then
   */
  accept(message: AcceptedMessage): Promise<Stored>;
}

export interface AcceptanceOptions {
  storage: Storage;
  clock: Clock;
  /** Called after a commit that queued mails. */
  wake(): void;
  /** Called with what the store threw although it holds the messages. */
  onDurableFailure?(failure: unknown): void;
}

/** Beyond it, messages are refused. */
const MAX_WAITING = 5_000;
/** Bounds the transaction, and on PostgreSQL, where a group is one statement, its parameters: 65,535 at most. */
const MAX_GROUP = 200;

interface Waiting {
  message: AcceptedMessage;
  resolve(stored: Stored): void;
  reject(error: unknown): void;
}

/**
 * Group commit: what arrives during a commit, or in the same turn of the event loop, shares the next transaction, so that
 * many visitors cost one fsync. One bad row never takes its neighbours with it: its group is retried one by one.
 */
export function createAcceptance({ storage, clock, wake, onDurableFailure }: AcceptanceOptions): Acceptance {
  const queue: Waiting[] = [];
  let committing = 0;
  let draining = false;

  async function commit(group: readonly Waiting[]): Promise<void> {
    try {
      const messages = group.map(({ message }) => message);
      const results = await storeGroup(storage, messages, clock.now());
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Stored);
      if (results.some(({ id }) => id !== undefined)) wake();
      if (results[0]?.despite) onDurableFailure?.(results[0].despite);
    } catch (error) {
      if (group.length > 1 && blamesRow(error)) for (const one of group) await commit([one]);
      else for (const { reject } of group) reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const group = queue.splice(0, MAX_GROUP);
      committing = group.length;
      await commit(group);
      committing = 0;
    }
    draining = false;
  }

  return {
    accept(message) {
      if (queue.length + committing >= MAX_WAITING) return Promise.reject(new OverloadedError());
      return new Promise((resolve, reject) => {
        queue.push({ message, resolve, reject });
        if (!draining) setImmediate(drain);
        draining = true;
      });
    },
  };
}
