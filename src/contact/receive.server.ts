import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Metrics } from '../http/metrics.server.ts';
import type { MailQueues } from '../mail/mail.server.ts';
import type { SuspectReason } from '../mail/words.ts';
import { isBusy } from '../storage/errors.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { ContactLimiter } from './rate-limit.server.ts';
import { type ContactError, checkContact } from './rules.ts';
import { screen } from './screening.server.ts';
import { storeMessage } from './store-message.server.ts';

/** The origin of a message. */
export interface ContactSource {
  /** Address of the client, past the trusted proxies; undefined if its connection was reset. */
  address: string | undefined;
  origin: 'api' | 'page';
  /** Signs found by the page without JavaScript, such as a filled honeypot. */
  suspectReasons?: readonly SuspectReason[];
}

/** The outcome of a message. */
export type ReceiveResult =
  | { kind: 'accepted' }
  | { kind: 'invalid'; errors: ContactError[] }
  | { kind: 'limited'; retryAfterSeconds: number }
  | { kind: 'overloaded'; retryAfterSeconds: number };

/**
 * Limits, checks, screens and stores a message, from the API or the page without JavaScript (FORM-7, FORM-8). `accepted` means
 * durably stored, its mail queued (API-3). An invalid message counts for the limit too.
 * @param raw the caller's fields; nothing is assumed about them
 * @throws the store's error if it cannot keep the message
 */
export type ReceiveMessage = (raw: Record<string, unknown>, source: ContactSource) => Promise<ReceiveResult>;

export interface ReceiveOptions {
  storage: Storage;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  limiter: ContactLimiter;
  mail: Pick<MailQueues, 'notifies' | 'wake'>;
  metrics: Pick<Metrics, 'countMessage'>;
  /** Lists the programs that have locked the store. */
  blockers(): Promise<readonly { pid: number }[]>;
}

/** Most messages that wait for the store at once; further ones are refused, so that memory is bounded. */
const MAX_WAITING = 1_000;
const overloaded = { kind: 'overloaded', retryAfterSeconds: 5 } as const;

export function createReceive(options: ReceiveOptions): ReceiveMessage {
  const { storage, clock, logger, limiter, mail, metrics, blockers } = options;
  let waiting = 0;
  let isLocked = false;

  /** Logs who has locked the store, once per lock and by numbers: a command line may hold a visitor's address (R21). */
  async function tellLock(): Promise<void> {
    if (isLocked) return;
    isLocked = true;
    const found = await blockers().catch(() => []);
    logger.warn({ pids: found.map(({ pid }) => pid) }, 'messages refused: another program locks the store');
  }

  const receive: ReceiveMessage = async (raw, { address, origin, suspectReasons = [] }) => {
    if (waiting >= MAX_WAITING) return overloaded;
    waiting += 1;
    try {
      const retryAfterSeconds = await limiter(address);
      if (retryAfterSeconds > 0) return { kind: 'limited', retryAfterSeconds };
      const checked = checkContact(raw);
      if (!checked.ok) return { kind: 'invalid', errors: checked.errors };
      const reasons = [...suspectReasons, ...screen(checked.values)];
      const message = { ...checked.values, origin, suspectReasons: reasons };
      const { id, failure } = await storeMessage(storage, message, clock.now(), mail.notifies);
      isLocked = false;
      if (failure) logger.warn({ err: failure }, 'message stored although the store failed');
      if (id !== undefined) mail.wake();
      return { kind: 'accepted' };
    } catch (error) {
      // Another process locked the file for too long.
      if (!isBusy(error)) throw error;
      void tellLock();
      return overloaded;
    } finally {
      waiting -= 1;
    }
  };

  return async (raw, source) => {
    try {
      const result = await receive(raw, source);
      metrics.countMessage(result.kind);
      return result;
    } catch (error) {
      metrics.countMessage('failed');
      throw error;
    }
  };
}
