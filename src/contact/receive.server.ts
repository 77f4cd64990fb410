import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import { createOutageLog } from '../config/repeat.server.ts';
import type { Metrics } from '../http/metrics.server.ts';
import type { MailQueues } from '../mail/mail.server.ts';
import type { SuspectReason } from '../mail/words.ts';
import { patiently } from '../storage/errors.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { ContactLimiter } from './rate-limit.server.ts';
import { type ContactError, checkContact } from './rules.ts';
import { storeMessage } from './store-message.server.ts';

export interface ContactSource {
  /** Address of the client, found behind the trusted proxies; undefined if its connection was reset. */
  address: string | undefined;
  origin: 'api' | 'page';
  /** Signs of a robot that the form without JavaScript found, such as a filled honeypot. */
  suspectReasons?: readonly SuspectReason[];
}

export type ReceiveResult =
  | { kind: 'accepted' }
  | { kind: 'invalid'; errors: ContactError[] }
  /** `failed` means that the store does not take the message now. */
  | { kind: 'limited' | 'overloaded' | 'failed'; retryAfterSeconds: number };

/**
 * Limits, checks, screens and stores a message of the API or of the form without JavaScript (FORM-7, FORM-8). `accepted` means
 * durably stored, with its mail queued (API-3). An invalid message also counts for the limit.
 * @param raw the caller's fields, of any type
 */
export type ReceiveMessage = (raw: Record<string, unknown>, source: ContactSource) => Promise<ReceiveResult>;

export interface ReceiveOptions {
  storage: Storage;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  limiter: ContactLimiter;
  mail: Pick<MailQueues, 'notifies' | 'wake'>;
  metrics: Pick<Metrics, 'countMessage'>;
}

/** At most this many messages wait for the store; further ones are refused, so that memory stays bounded. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 5;

/** Matches a name that mail programs could show as an address or link. Messages are not judged: ordinary ones match too. */
const LIKE_AN_ADDRESS = /[@<]|:\/\/|www\./i;

export function createReceive(options: ReceiveOptions): ReceiveMessage {
  const { storage, clock, logger, limiter, mail, metrics } = options;
  const store = createOutageLog(logger, 'error', 'messages not stored', 'messages stored again');
  let waiting = 0;

  const keep: ReceiveMessage = async (raw, { address, origin, suspectReasons = [] }) => {
    const retryAfterSeconds = await patiently(() => limiter(address));
    if (retryAfterSeconds > 0) return { kind: 'limited', retryAfterSeconds };
    const checked = checkContact(raw);
    if (!checked.ok) return { kind: 'invalid', errors: checked.errors };
    const reasons: SuspectReason[] = [...suspectReasons];
    if (LIKE_AN_ADDRESS.test(checked.values.fullname.normalize('NFKC'))) reasons.push('address-in-name');
    const message = { ...checked.values, origin, suspectReasons: reasons };
    // A repeated attempt recognises a message that an earlier attempt stored although its answer was lost.
    const { id, failure } = await patiently(() => storeMessage(storage, message, clock.now(), mail.notifies));
    store.worked();
    if (failure) logger.warn({ err: failure }, 'message stored although the store failed');
    if (id !== undefined) mail.wake();
    return { kind: 'accepted' };
  };

  return async (raw, source) => {
    let result: ReceiveResult = { kind: 'overloaded', retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (waiting < MAX_WAITING) {
      waiting += 1;
      result = await keep(raw, source)
        .catch((error): ReceiveResult => {
          store.failed(error);
          return { kind: 'failed', retryAfterSeconds: RETRY_AFTER_SECONDS };
        })
        .finally(() => {
          waiting -= 1;
        });
    }
    metrics.countMessage(result.kind);
    return result;
  };
}
