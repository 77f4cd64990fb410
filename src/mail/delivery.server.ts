import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Storage } from '../storage/storage.ts';
import { attemptDelivery } from './attempt.server.ts';
import { type Claimed, claim } from './claim.server.ts';
import { createClockGuard } from './clock-guard.server.ts';
import type { Compose } from './notification.server.ts';
import { createOutage } from './outage.ts';
import { createPatience, type Patience } from './patience.ts';
import { LONGEST_DELAY_MS, mailRetries, serverRetries } from './retry-delays.ts';
import { createRounds } from './rounds.ts';
import { renew } from './settle.server.ts';
import { createSettlement } from './settlement.server.ts';
import type { Outcome, Transport } from './transport.server.ts';

export interface DeliveryOptions {
  storage: Storage;
  transport: Transport;
  /** See `createCompose`. */
  compose: Compose;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Unique to this process and this start. */
  owner: string;
  /** From 0 to 1. */
  random: () => number;
  /** `MAIL_RETRY_SECONDS`, in milliseconds. */
  firstRetryMs: number;
  /** Milliseconds of a clock that nobody sets. */
  monotonic?: () => number;
}

export interface Delivery {
  /** Something was queued: look at once. */
  wake(): void;
  /** Delivers all that is due; what the server takes long for goes on afterwards. Throws what the store throws. */
  runOnce(): Promise<void>;
  /** Looks every second from now on. */
  start(): void;
  /** Takes nothing more and finishes what began, cutting it short after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

const LANES = 4;
const TICK_MS = 1_000;
/** A mail that the server takes longer for keeps its lane, and nothing else waits for it. */
const SLOW_MS = 30_000;
/** How long the mails of a process that died wait. One that lives renews its leases as long as an exchange lasts. */
const LEASE_MS = 5 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Delivers mails one after the other. Gives whether one was due, and is done with. */
function createDeliverNext(
  options: DeliveryOptions,
  stop: AbortSignal,
  parts: Parts,
): () => Promise<boolean> {
  const { storage, clock, owner, logger } = options;
  const { guard, outage, settlement, patience } = parts;
  const { held } = settlement;
  let claiming: Promise<unknown> = Promise.resolve();

  async function claimNext(): Promise<Claimed | undefined> {
    // Followed before each mail, and after `now` is read: a clock set amid a round makes leases of others look expired.
    const now = clock.now();
    await guard.follow();
    const [mail] = await claim(storage, {
      now,
      owner,
      limit: 1,
      leaseMs: LEASE_MS,
      held: [...held],
      takeOver: guard.mayTakeOver,
    });
    if (mail) held.add(mail.id);
    return mail;
  }

  function renewLease(id: string): void {
    renew(storage.db, { id, owner }, clock.now() + LEASE_MS).catch((error) =>
      logger.warn({ err: error }, 'lease not renewed'),
    );
  }

  async function deliver(mail: Claimed): Promise<void> {
    const renewing = setInterval(renewLease, RENEW_EVERY_MS, mail.id);
    const outcome = await attemptDelivery({ ...options, stop }, mail);
    clearInterval(renewing);
    if (!outcome) {
      held.delete(mail.id);
      return;
    }
    if (outcome.kind !== 'unreachable') outage.ended();
    report(logger, mail, outcome);
    await settlement.conclude(mail, outcome);
  }

  return async function deliverNext() {
    // One claim after the other: what one has just taken must be held before the next asks, for when the clock jumps between them.
    const claimed = claiming.then(claimNext);
    claiming = claimed.catch(() => {});
    const mail = await claimed;
    return mail ? patience.wait(deliver(mail)) : false;
  };
}

interface Parts {
  guard: ReturnType<typeof createClockGuard>;
  outage: ReturnType<typeof createOutage>;
  settlement: ReturnType<typeof createSettlement>;
  patience: Patience;
}

function report(logger: DeliveryOptions['logger'], mail: Claimed, outcome: Outcome): void {
  const facts = { message: mail.messageId, attempt: mail.attempts, ...outcome };
  if (outcome.kind === 'accepted') logger.info(facts, 'mail delivered');
  else if (outcome.kind === 'permanent') logger.error(facts, 'mail refused');
  else logger.warn(facts, 'mail put off');
}

/** Waits for all, even when one fails: none goes on unnoticed. Throws the first failure. */
async function all(promises: Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** Takes mails from the outbox to the mail server; any number of processes may do so on one store. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const {
    storage,
    random,
    logger,
    clock,
    owner,
    firstRetryMs,
    monotonic = () => performance.now(),
  } = options;
  const timing = { db: storage.db, clock, monotonic };
  const stopping = new AbortController();
  const outage = createOutage(serverRetries(firstRetryMs), random, monotonic);
  const rounds = createRounds(round);
  const settlement = createSettlement({
    ...timing,
    owner,
    random,
    retries: mailRetries(firstRetryMs),
    outage,
    onReturn: () => rounds.interrupt(),
  });
  const guard = createClockGuard({ ...timing, longestDelayMs: LONGEST_DELAY_MS, leaseMs: LEASE_MS });
  const patience = createPatience(SLOW_MS, noteStoreFailure);
  const deliverNext = createDeliverNext(options, stopping.signal, { guard, outage, settlement, patience });
  let timer: NodeJS.Timeout | undefined;

  async function lane(): Promise<void> {
    while (!rounds.interrupted && !outage.holds && (await deliverNext()));
  }

  async function round(): Promise<void> {
    await settlement.finish();
    if (outage.holds || patience.left === LANES) return;
    // One mail finds out whether the server is back, before four connections at once.
    if (outage.suspected) await deliverNext();
    await all(Array.from({ length: LANES - patience.left }, lane));
  }

  function noteStoreFailure(error: unknown): void {
    logger.error({ err: error }, 'outbox not reachable');
  }

  /** Waiting for a round that runs already would keep something of each message in memory until a quiet moment. */
  function wake(): void {
    if (rounds.running) rounds.interrupt();
    else rounds.run().catch(noteStoreFailure);
  }

  return {
    wake,
    runOnce: rounds.run,
    start() {
      timer ??= setInterval(wake, TICK_MS);
      wake();
    },
    async stop(graceMs = 8_000) {
      clearInterval(timer);
      const cut = setTimeout(() => stopping.abort(), graceMs);
      await rounds.end();
      await patience.end();
      clearTimeout(cut);
    },
  };
}
