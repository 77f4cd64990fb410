import { createClockGuard } from './clock-guard.server.ts';
import { createDeliverNext, type DeliverNextOptions, LEASE_MS } from './deliver-next.server.ts';
import { createDetachableWork } from './detachable-work.ts';
import { createOutage } from './outage.ts';
import { MAX_DELAY_MS, mailRetries, serverRetries } from './retry-delays.ts';
import { createRounds } from './rounds.ts';
import { createSettlement } from './settlement.server.ts';

export interface DeliveryOptions extends DeliverNextOptions {
  /** From 0 to 1. */
  random: () => number;
  /** `MAIL_RETRY_SECONDS`, in milliseconds. */
  firstRetryMs: number;
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number;
}

/** The loop that delivers queued mails. */
export interface Delivery {
  /** Something was queued: look at once. */
  wake(): void;
  /** Delivers all that is due; a slow mail goes on in the background. @throws what the store throws */
  runOnce(): Promise<void>;
  /** Looks every second from now on. */
  start(): void;
  /** Takes nothing more and finishes what began, cutting it short after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

const LANES = 4;
const TICK_MS = 1_000;
/** A mail that takes the server longer keeps its lane, and nothing else waits for it. */
const SLOW_MS = 5_000;

/** Waits for all, even when one fails: none goes on unnoticed. @throws the first failure */
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
  const guard = createClockGuard({ ...timing, maxDelayMs: MAX_DELAY_MS, leaseMs: LEASE_MS });
  const detachableWork = createDetachableWork(SLOW_MS, noteStoreFailure);
  const deliverNext = createDeliverNext(options, stopping.signal, {
    guard,
    outage,
    settlement,
    detachableWork,
  });
  let timer: NodeJS.Timeout | undefined;
  let storeFailed = false;

  async function lane(): Promise<void> {
    while (!rounds.interrupted && !outage.holds && (await deliverNext()));
  }

  async function round(): Promise<void> {
    try {
      await deliverAll();
    } catch (error) {
      storeFailed = true;
      throw error;
    }
  }

  async function deliverAll(): Promise<void> {
    // No claim is under way now, so that whatever the store holds for us beside what we know is left from a failure.
    const failed = storeFailed;
    storeFailed = false;
    await settlement.finish(failed);
    const { detached } = detachableWork;
    if (outage.holds || (outage.suspected && detached > 0)) await settlement.waitForServer();
    if (outage.holds || detached === LANES) return;
    // One mail finds out whether the server is back before four connections try at once.
    if (outage.suspected) await deliverNext();
    if (outage.suspected) return;
    await all(Array.from({ length: LANES - detachableWork.detached }, lane));
  }

  function noteStoreFailure(error: unknown): void {
    storeFailed = true;
    logger.error({ err: error }, 'outbox not reachable');
  }

  /** Does not wait for a running round: that would keep something of each message in memory until a quiet moment. */
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
      await detachableWork.settled();
      clearTimeout(cut);
    },
  };
}
