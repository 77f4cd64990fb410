import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import { createOutageLog } from '../config/repeat.server.ts';
import type { Storage } from '../storage/storage.ts';
import type { MessageRow } from './contact-mail-content.ts';
import {
  type Claimed,
  createQueue,
  LEASE_MS,
  type QueueName,
  type Settlement,
  watchLeases,
} from './queue.server.ts';
import { createOutage, givesUp, retryDelay } from './retry-delays.ts';
import type { Outcome } from './smtp.server.ts';

export interface DeliveryOptions {
  storage: Storage;
  queue?: QueueName;
  /**
   * Composes and sends the mail about a message. A failure to send is an outcome, and not thrown.
   * @param id of the row in the queue, the same at every attempt
   */
  send(message: MessageRow, id: string, signal: AbortSignal): Promise<Outcome>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Unique to this process and this start. */
  owner: string;
  random: () => number;
  /** `MAIL_RETRY_SECONDS`, in milliseconds. */
  firstRetryMs: number;
  monotonic: () => number;
}

export type Delivery = ReturnType<typeof createDelivery>;

const AT_ONCE = 4;
const TICK_MS = 1_000;
/** After this time without an outcome another mail may begin: a server takes a thousand in five minutes (R3). */
const SLOW_MS = 250;
const RENEW_EVERY_MS = 30_000;
/** One exchange never lasts longer, whatever the server does. */
const MAX_EXCHANGE_MS = 20 * 60_000;
/** Smaller corrections of the wall clock are no jumps. */
const JUMP_MS = 5_000;
/** At a stop: how long, and how often, outcomes are written again after the last exchange. */
const WRITE_WITHIN_MS = 3_000;
const WRITE_EVERY_MS = 100;

/** A mail that this process claimed and has not settled. */
interface Exchange extends Claimed {
  /** Milliseconds of the monotonic clock. */
  claimedAt: number;
  settlement?: Settlement;
  /** Whether this mail showed that the server takes mail again. */
  endsOutage?: boolean;
}

type DeliveryState = ReturnType<typeof initialState>;

function initialState(options: DeliveryOptions) {
  const { storage, owner, queue = 'outbox', logger, clock, random, firstRetryMs, monotonic } = options;
  const leases = createQueue(storage, owner, queue);
  return {
    ...options,
    what: queue === 'outbox' ? 'mail' : 'notice',
    leases,
    server: createOutage(firstRetryMs, random, monotonic),
    store: createOutageLog(logger, 'error', `${queue} not reachable`, `${queue} reachable again`),
    exchanges: new Set<Exchange>(),
    /** Aborted at the end of the grace time of a stop. */
    stopping: new AbortController(),
    endAbandonedLeases: watchLeases(leases, monotonic),
    renewedAt: monotonic(),
    clockOffset: clock.now() - monotonic(),
  };
}

/** Writes outcomes, renews leases, and follows the clock: all that precedes the claim of another mail. @throws the store's error */
async function keepUp(state: DeliveryState): Promise<void> {
  const { leases, exchanges, clock, monotonic } = state;
  for (const exchange of exchanges) {
    if (!exchange.settlement) continue;
    await leases.settle(exchange, exchange.settlement);
    if (exchange.endsOutage) await leases.makeAllDue(clock.now());
    exchanges.delete(exchange);
  }
  if (exchanges.size > 0 && monotonic() - state.renewedAt >= RENEW_EVERY_MS) {
    const messageIds = Array.from(exchanges, ({ message_id }) => message_id);
    await leases.renew(messageIds, clock.now() + LEASE_MS);
    state.renewedAt = monotonic();
  }
  // After the wall clock was set back, no mail waits for an instant far away (R10).
  const offset = clock.now() - monotonic();
  if (offset < state.clockOffset - JUMP_MS) await leases.makeAllDue(clock.now());
  state.clockOffset = offset;
  await state.endAbandonedLeases();
}

/**
 * Claims the next mail if another may begin. Mails leave one at a time, but beside slow ones: a process that is killed then
 * repeats only one (R1).
 */
async function claimNext(state: DeliveryState): Promise<Exchange | undefined> {
  const { leases, server, exchanges, clock, monotonic } = state;
  const isSlow = ({ claimedAt }: Exchange) => monotonic() - claimedAt >= SLOW_MS;
  if (server.waitMs > 0 || exchanges.size >= AT_ONCE || !exchanges.values().every(isSlow)) return undefined;
  const now = clock.now();
  const mail = await leases.claim(now, now + LEASE_MS);
  const exchange = mail && { ...mail, claimedAt: monotonic() };
  if (exchange) exchanges.add(exchange);
  return exchange;
}

async function deliver(state: DeliveryState, exchange: Exchange): Promise<void> {
  const { exchanges, server, logger, what } = state;
  const outcome = await attempt(state, exchange);
  if (!outcome) return void exchanges.delete(exchange);
  exchange.endsOutage = server.note(outcome);
  exchange.settlement = settlementOf(state, exchange, outcome);
  const facts = { message: exchange.message_id, attempt: exchange.attempts + 1, ...outcome };
  if (outcome.kind === 'accepted') logger.info(facts, `${what} delivered`);
  else if (exchange.settlement.state === 'refused') logger.error(facts, `${what} refused`);
  else logger.warn(facts, `${what} to be retried`);
}

/** Composes and sends one mail; undefined if its message was erased, and the mail with it. */
async function attempt(state: DeliveryState, { id, message_id }: Claimed): Promise<Outcome | undefined> {
  const { storage, send, stopping, logger, what } = state;
  let message: MessageRow | undefined;
  try {
    const query = storage.reads.selectFrom('message').selectAll().where('id', '=', message_id);
    message = await query.executeTakeFirst();
  } catch (error) {
    state.store.failed(error);
    return { kind: 'interrupted', code: 'ESTORE' };
  }
  if (!message) return undefined;
  try {
    return await send(message, id, AbortSignal.any([stopping.signal, AbortSignal.timeout(MAX_EXCHANGE_MS)]));
  } catch (error) {
    logger.error({ err: error, message: message_id }, `${what} not composed`);
    return { kind: 'refused', code: 'ECOMPOSE' };
  }
}

function settlementOf(state: DeliveryState, mail: Claimed, outcome: Outcome): Settlement {
  const { clock, firstRetryMs, random, server } = state;
  const now = clock.now();
  const attempts = mail.attempts + 1;
  const { attempts: before, last_error } = mail;
  const unchanged = { state: 'pending', attempts: before, last_error, sent_at: null } as const;
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'sent', attempts, due_at: now, sent_at: now, last_error: null };
    case 'refused': {
      const gaveUp = givesUp(attempts, mail.created_at, now);
      const due_at = now + (gaveUp ? 0 : retryDelay('mail', firstRetryMs, attempts, random));
      const next = gaveUp ? 'refused' : 'pending';
      return { ...unchanged, state: next, attempts, due_at, last_error: outcome.code };
    }
    case 'unreachable': {
      const next = givesUp(server.failures, mail.created_at, now) ? 'refused' : 'pending';
      return { ...unchanged, state: next, due_at: now + server.waitMs, last_error: outcome.code };
    }
    case 'interrupted':
      return { ...unchanged, due_at: now + firstRetryMs };
  }
}

/**
 * Takes mails from the outbox to the mail server, or notices from their queue to `NOTIFY_URL`. Any number of processes may do
 * so on one store.
 */
export function createDelivery(options: DeliveryOptions) {
  const state = initialState(options);
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let again = false;
  let ending = false;

  async function work(): Promise<void> {
    try {
      do {
        again = false;
        await keepUp(state);
        const exchange = ending ? undefined : await claimNext(state);
        if (exchange) begin(exchange);
      } while (again);
      state.store.worked();
    } catch (error) {
      state.store.failed(error);
    } finally {
      working = undefined;
    }
  }

  function begin(exchange: Exchange): void {
    const nextTurn = setTimeout(wake, SLOW_MS + 1);
    const delivered = deliver(state, exchange).finally(() => {
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
    /** Looks at once and every second from now on. */
    start(): void {
      timer ??= setInterval(wake, TICK_MS);
      wake();
    },
    /** Resolves once nothing is under way here and nothing is due. */
    async idle(): Promise<void> {
      do {
        wake();
        await working;
        await Promise.all(underWay);
      } while (working || underWay.size > 0);
    },
    /** Claims nothing more, gives running exchanges `graceMs` to finish, and writes the outcomes. */
    async stop(graceMs = 8_000): Promise<void> {
      ending = true;
      clearInterval(timer);
      const cut = setTimeout(() => state.stopping.abort(), graceMs);
      await working;
      await Promise.all(underWay);
      clearTimeout(cut);
      // An outcome that is not written would be forgotten with the process, and the mail sent again.
      for (let waited = 0; ; waited += WRITE_EVERY_MS) {
        wake();
        await working;
        if (state.exchanges.size === 0 || waited >= WRITE_WITHIN_MS) return;
        await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS));
      }
    },
  };
}
