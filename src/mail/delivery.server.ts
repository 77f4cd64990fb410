import type { Updateable } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { MessageRow } from './contact-mail-content.ts';
import { createOutage } from './outage.ts';
import { type Claimed, createQueue, LEASE_MS, type QueueName, watchLeases } from './queue.server.ts';
import { givesUp, retryDelay } from './retry-delays.ts';
import type { Outcome } from './smtp.server.ts';

export interface DeliveryOptions {
  storage: Storage;
  /** Default: mails. */
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
  /** From 0 to 1. */
  random: () => number;
  /** `MAIL_RETRY_SECONDS`, in milliseconds. */
  firstRetryMs: number;
  /** Gives the milliseconds of a monotonic clock. */
  monotonic: () => number;
}

/** The loop that delivers queued mails. Any number of processes may run it on one store. */
export interface Delivery {
  /** Looks for due mails at once: something was queued. */
  wake(): void;
  /** Looks at once and every second from now on. */
  start(): void;
  /** Resolves once nothing is under way here and nothing is due. */
  idle(): Promise<void>;
  /** Claims nothing more, gives running exchanges `graceMs` to finish, and writes the outcomes. */
  stop(graceMs?: number): Promise<void>;
}

/** Most mails under way at once. */
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

/** Takes mails from the outbox to the mail server, or notices from their queue to `NOTIFY_URL`. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { storage, send, clock, logger, owner, random, firstRetryMs } = options;
  const { monotonic, queue: name = 'outbox' } = options;
  const what = name === 'outbox' ? 'mail' : 'notice';
  const queue = createQueue(storage, owner, name);
  const endAbandonedLeases = watchLeases(queue, monotonic);
  const outage = createOutage(firstRetryMs, random, monotonic);
  const stopping = new AbortController();
  /** Mails under way here or without a written outcome, with the instant of their claim. */
  const held = new Map<string, Claimed & { takenAt: number }>();
  const underWay = new Set<Promise<void>>();
  const unwritten = new Map<string, () => Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let again: boolean;
  let ending = false;
  let storeAway = false;
  let renewedAt = monotonic();
  let clockOffset = clock.now() - monotonic();

  function noteStore(error?: unknown): void {
    if (error !== undefined && !storeAway) logger.error({ err: error }, `${name} not reachable`);
    if (error === undefined && storeAway) logger.info(`${name} reachable again`);
    storeAway = error !== undefined;
  }

  async function work(): Promise<void> {
    try {
      do {
        again = false;
        await takeDue();
      } while (again);
      noteStore();
    } catch (error) {
      noteStore(error);
    } finally {
      working = undefined;
    }
  }

  function wake(): void {
    again = true;
    working ??= work();
  }

  async function takeDue(): Promise<void> {
    for (const write of unwritten.values()) await write();
    await renewHeld();
    await followClock();
    await endAbandonedLeases();
    if (ending || outage.waitMs > 0 || !mayTakeAnother()) return;
    const now = clock.now();
    const mail = await queue.claim(now, now + LEASE_MS);
    if (!mail) return;
    held.set(mail.id, { ...mail, takenAt: monotonic() });
    const nextTurn = setTimeout(wake, SLOW_MS + 1);
    const delivered = deliver(mail).finally(() => {
      clearTimeout(nextTurn);
      underWay.delete(delivered);
    });
    underWay.add(delivered);
  }

  /**
   * Tells whether another mail may begin. Mails leave one at a time, but beside slow ones: a process that is killed then
   * repeats only one (R1).
   */
  function mayTakeAnother(): boolean {
    const now = monotonic();
    return held.size < AT_ONCE && held.values().every(({ takenAt }) => now - takenAt >= SLOW_MS);
  }

  async function renewHeld(): Promise<void> {
    if (held.size === 0 || monotonic() - renewedAt < RENEW_EVERY_MS) return;
    const messageIds = [...held.values()].map(({ message_id }) => message_id);
    await queue.renew(messageIds, clock.now() + LEASE_MS);
    renewedAt = monotonic();
  }

  /** Makes waiting mails due after the wall clock was set back, so that none waits for an instant far away (R10). */
  async function followClock(): Promise<void> {
    const offset = clock.now() - monotonic();
    if (offset < clockOffset - JUMP_MS) await queue.makeAllDue(clock.now());
    clockOffset = offset;
  }

  async function deliver(mail: Claimed): Promise<void> {
    const outcome = await attempt(mail);
    if (outcome) {
      const serverIsBack = outage.note(outcome);
      const changes = changesFor(mail, outcome);
      report(logger, what, mail, outcome, changes.state === 'refused');
      unwritten.set(mail.id, async () => {
        await queue.settle(mail, changes);
        if (serverIsBack) await queue.makeAllDue(clock.now());
        unwritten.delete(mail.id);
        held.delete(mail.id);
      });
    } else held.delete(mail.id);
    wake();
  }

  /** Sends one mail; undefined if its message was erased, and the mail with it. */
  async function attempt({ id, message_id }: Claimed): Promise<Outcome | undefined> {
    let message: MessageRow | undefined;
    try {
      const query = storage.reads.selectFrom('message').selectAll().where('id', '=', message_id);
      message = await query.executeTakeFirst();
    } catch (error) {
      noteStore(error);
      return { kind: 'interrupted', code: 'ESTORE' };
    }
    if (!message) return undefined;
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(MAX_EXCHANGE_MS)]);
      return await send(message, id, signal);
    } catch (error) {
      logger.error({ err: error, message: message_id }, `${what} not composed`);
      return { kind: 'refused', code: 'ECOMPOSE' };
    }
  }

  function changesFor(mail: Claimed, outcome: Outcome): Updateable<Database['outbox']> {
    const now = clock.now();
    const attempts = mail.attempts + 1;
    switch (outcome.kind) {
      case 'accepted':
        return { state: 'sent', attempts, sent_at: now, last_error: null };
      case 'refused': {
        if (givesUp(attempts, mail.created_at, now))
          return { state: 'refused', attempts, last_error: outcome.code };
        const wait = retryDelay('mail', firstRetryMs, attempts, random);
        return { attempts, due_at: now + wait, last_error: outcome.code };
      }
      case 'unreachable':
        return { due_at: now + outage.waitMs, last_error: outcome.code };
      case 'interrupted':
        return { due_at: now + firstRetryMs };
    }
  }

  async function idle(): Promise<void> {
    do {
      wake();
      await working;
      await Promise.all(underWay);
    } while (working || underWay.size > 0);
  }

  async function stop(graceMs = 8_000): Promise<void> {
    ending = true;
    clearInterval(timer);
    const cut = setTimeout(() => stopping.abort(), graceMs);
    await working;
    await Promise.all(underWay);
    clearTimeout(cut);
    // An outcome that is not written would be forgotten with the process, and the mail sent again.
    for (let waited = 0; ; waited += WRITE_EVERY_MS) {
      wake();
      await working;
      if (unwritten.size === 0 || waited >= WRITE_WITHIN_MS) return;
      await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS));
    }
  }

  return {
    wake,
    start() {
      timer ??= setInterval(wake, TICK_MS);
      wake();
    },
    idle,
    stop,
  };
}

function report(
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  what: string,
  { message_id: message, attempts }: Claimed,
  outcome: Outcome,
  gaveUp: boolean,
): void {
  const facts = { message, attempt: attempts + 1, ...outcome };
  if (outcome.kind === 'accepted') logger.info(facts, `${what} delivered`);
  else if (gaveUp) logger.error(facts, `${what} refused`);
  else logger.warn(facts, `${what} put off`);
}
