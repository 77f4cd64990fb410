import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Storage } from '../storage/storage.ts';
import { attemptDelivery } from './attempt.server.ts';
import { type Claimed, claim } from './claim.server.ts';
import type { ClockGuard } from './clock-guard.server.ts';
import type { DetachableWork } from './detachable-work.ts';
import { renew } from './lease.server.ts';
import type { Compose } from './notification.server.ts';
import type { Outage } from './outage.ts';
import type { Settlement } from './settlement.server.ts';
import type { Outcome, Transport } from './transport.server.ts';

export interface DeliverNextOptions {
  storage: Storage;
  transport: Transport;
  /** See `createCompose`. */
  compose: Compose;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Unique to this process and this start. */
  owner: string;
}

/** What the mails of one process share. */
export interface DeliveryParts {
  guard: ClockGuard;
  outage: Outage;
  settlement: Settlement;
  detachableWork: DetachableWork;
}

/** How long the mails of a process that died wait. A living one renews its leases as long as an exchange lasts. */
export const LEASE_MS = 2 * 60_000;
const RENEW_EVERY_MS = 30_000;

/**
 * Gives a function that delivers the first mail that is due.
 * @param stop cuts an exchange short
 * @returns a function that gives true when a mail was due and is done with, and throws what the store throws
 */
export function createDeliverNext(
  options: DeliverNextOptions,
  stop: AbortSignal,
  parts: DeliveryParts,
): () => Promise<boolean> {
  const { storage, clock, owner, logger } = options;
  const { guard, outage, settlement, detachableWork } = parts;
  const { held } = settlement;
  let claiming: Promise<unknown> = Promise.resolve();

  async function claimNext(): Promise<Claimed | undefined> {
    // `now` first, then the guard, before each mail: a clock set during a round makes leases of others look expired.
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

  function renewLease({ id, messageId }: Claimed): void {
    renew(storage.db, { id, messageId, owner }, clock.now() + LEASE_MS).catch((error) =>
      logger.warn({ err: error }, 'lease not renewed'),
    );
  }

  async function deliver(mail: Claimed): Promise<void> {
    const renewing = setInterval(renewLease, RENEW_EVERY_MS, mail);
    const outcome = await attemptDelivery({ ...options, stop }, mail)
      .catch(async (error) => {
        await settlement.giveBack(mail);
        throw error;
      })
      .finally(() => clearInterval(renewing));
    if (!outcome) {
      held.delete(mail.id);
      return;
    }
    if (!['unreachable', 'interrupted'].includes(outcome.kind)) outage.ended();
    report(logger, mail, outcome);
    await settlement.conclude(mail, outcome);
  }

  return async function deliverNext() {
    // One claim after the other: what one has taken must be in `held` before the next asks, in case the clock jumps between
    // them.
    const claimed = claiming.then(claimNext);
    claiming = claimed.catch(() => {});
    const mail = await claimed;
    return mail ? detachableWork.waitOrDetach(deliver(mail)) : false;
  };
}

function report(logger: DeliverNextOptions['logger'], mail: Claimed, outcome: Outcome): void {
  const facts = { message: mail.messageId, attempt: mail.attempts, ...outcome };
  if (outcome.kind === 'accepted') logger.info(facts, 'mail delivered');
  else if (outcome.kind === 'permanent') logger.error(facts, 'mail refused');
  else logger.warn(facts, 'mail put off');
}
