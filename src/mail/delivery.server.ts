import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import { createOutageLog } from '../config/repeat.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { MessageRow } from './contact-mail-content.ts';
import { createHeldMails, type HeldMail, SLOW_MS } from './held-mails.server.ts';
import { createQueue, type QueueName } from './queue.server.ts';
import { createOutage, retryDelay, settlementOf } from './retry-delays.ts';
import type { Outcome } from './smtp.server.ts';

export interface DeliveryOptions {
  storage: Storage;
  queue?: QueueName;
  /**
   * Composes and sends the mail about a message; returns a failure to send instead of throwing it.
   * @param id of the row in the queue, the same at every attempt
   */
  send(message: MessageRow, id: string, signal: AbortSignal): Promise<Outcome>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Identifies this process and this start as the holder of its leases. */
  owner: string;
  random: () => number;
  /** The setting `MAIL_RETRY_SECONDS`, in milliseconds. */
  firstRetryMs: number;
  monotonic: () => number;
}

export type Delivery = ReturnType<typeof createDelivery>;

const TICK_MS = 1_000;
/** An exchange with a server is aborted after this time. */
const MAX_EXCHANGE_MS = 20 * 60_000;
/** At a stop, writing the outcomes is repeated for this long after the last exchange. */
const WRITE_WITHIN_MS = 3_000;
const WRITE_EVERY_MS = 100;

/**
 * Sends the mails of the outbox to the mail server, or the notices of their queue to `NOTIFY_URL`. Any number of processes may do
 * so on one store.
 */
export function createDelivery(options: DeliveryOptions) {
  const { storage, owner, queue = 'outbox', clock, logger, random, firstRetryMs, monotonic } = options;
  const what = queue === 'outbox' ? 'mail' : 'notice';
  const held = createHeldMails(createQueue(storage, owner, queue), clock, monotonic);
  const server = createOutage(firstRetryMs, random, monotonic);
  const store = createOutageLog(logger, 'error', `${queue} not reachable`, `${queue} reachable again`);
  /** Aborts running exchanges at the end of the grace time of a stop. */
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let again = false;
  let ending = false;

  /** Composes and sends one mail; undefined if its message was erased, which erases the mail too. */
  async function attempt({ id, message_id }: HeldMail): Promise<Outcome | undefined> {
    let message: MessageRow | undefined;
    try {
      const query = storage.reads.selectFrom('message').selectAll().where('id', '=', message_id);
      message = await query.executeTakeFirst();
    } catch (error) {
      store.failed(error);
      return { kind: 'interrupted', code: 'ESTORE' };
    }
    if (!message) return undefined;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(MAX_EXCHANGE_MS)]);
    try {
      return await options.send(message, id, signal);
    } catch (error) {
      logger.error({ err: error, message: message_id }, `${what} not composed`);
      return { kind: 'refused', code: 'ECOMPOSE' };
    }
  }

  async function deliver(mail: HeldMail): Promise<void> {
    const outcome = await attempt(mail);
    if (!outcome) return held.forget(mail);
    mail.endsOutage = server.note(outcome);
    mail.settlement = settlementOf(mail, outcome, clock.now(), server, (attempts) =>
      retryDelay('mail', firstRetryMs, attempts, random),
    );
    const facts = { message: mail.message_id, attempt: mail.attempts + 1, ...outcome };
    if (outcome.kind === 'accepted') logger.info(facts, `${what} delivered`);
    else if (mail.settlement.state === 'refused') logger.error(facts, `${what} refused`);
    else logger.warn(facts, `${what} to be retried`);
  }

  async function work(): Promise<void> {
    try {
      do {
        again = false;
        await held.keepUp();
        const mail = ending || server.waitMs > 0 ? undefined : await held.claim();
        if (mail) begin(mail);
      } while (again);
      store.worked();
    } catch (error) {
      store.failed(error);
    } finally {
      working = undefined;
    }
  }

  function begin(mail: HeldMail): void {
    const nextTurn = setTimeout(wake, SLOW_MS + 1);
    const delivered = deliver(mail).finally(() => {
      clearTimeout(nextTurn);
      underWay.delete(delivered);
      wake();
    });
    underWay.add(delivered);
  }

  function wake(): void {
    again = true;
    working ??= work();
  }

  return {
    wake,
    /** Sends what is due now, and checks every second from now on. */
    start(): void {
      timer ??= setInterval(wake, TICK_MS);
      wake();
    },
    /** Resolves once nothing is being sent here and nothing is due. */
    async idle(): Promise<void> {
      do {
        wake();
        await working;
        await Promise.all(underWay);
      } while (working || underWay.size > 0);
    },
    /** Claims no further mail, gives running exchanges `graceMs` to finish, and writes the outcomes. */
    async stop(graceMs = 8_000): Promise<void> {
      ending = true;
      clearInterval(timer);
      const cut = setTimeout(() => stopping.abort(), graceMs);
      await working;
      await Promise.all(underWay);
      clearTimeout(cut);
      // An unwritten outcome would be lost with the process, and the mail would be sent again.
      for (let waited = 0; ; waited += WRITE_EVERY_MS) {
        wake();
        await working;
        if (held.size === 0 || waited >= WRITE_WITHIN_MS) return;
        await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS));
      }
    },
  };
}
