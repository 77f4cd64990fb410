import type { Logger } from 'pino';
import type { Storage } from '../storage/storage.ts';
import type { Claimed } from './claim.server.ts';
import type { Compose } from './notification.server.ts';
import type { Outcome, Transport } from './transport.server.ts';

/** One exchange never lasts longer, whatever the transport does; more than all its limits together, 18 minutes. */
const MAX_EXCHANGE_MS = 20 * 60_000;

export interface AttemptOptions {
  storage: Storage;
  transport: Transport;
  compose: Compose;
  logger: Pick<Logger, 'error'>;
  stop: AbortSignal;
}

/**
 * Tries to deliver one mail. Undefined when the message is gone, and its mail with it.
 * @throws what the store throws when the message cannot be read; nothing was tried then
 */
export async function attemptDelivery(
  { storage, transport, compose, logger, stop }: AttemptOptions,
  { id, messageId }: Claimed,
): Promise<Outcome | undefined> {
  const query = storage.reads.selectFrom('message').selectAll().where('id', '=', messageId);
  const message = await query.executeTakeFirst();
  if (!message) return undefined;
  try {
    const mail = await compose(message, id);
    return await transport.send(mail, AbortSignal.any([stop, AbortSignal.timeout(MAX_EXCHANGE_MS)]));
  } catch (error) {
    logger.error({ err: error, message: messageId }, 'mail not composed');
    return { kind: 'interrupted', code: 'ECOMPOSE' };
  }
}
