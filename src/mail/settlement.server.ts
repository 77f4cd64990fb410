import type { Kysely } from 'kysely';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import type { Claimed } from './claim.server.ts';
import { complete, refuse, release, releaseUnknown, retryLater } from './lease.server.ts';
import type { Outage } from './outage.ts';
import {
  bringForward,
  bringUntriedForward,
  type Postponement,
  postpone,
  postponeUntaken,
} from './reschedule.server.ts';
import { type RetryPolicy, retryDelay } from './retry-delays.ts';
import type { Outcome } from './transport.server.ts';

export interface SettlementOptions {
  db: Kysely<Database>;
  clock: Clock;
  owner: string;
  random: () => number;
  retries: RetryPolicy;
  outage: Outage;
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number;
  /** Called when the server takes mail again after a time of failures only: all that waited is due. */
  onReturn(): void;
}

/** The mails being delivered here, and what is written about them. */
export interface Settlement {
  /** Identifiers of the mails being delivered here, and of those whose outcome is not written yet. */
  readonly held: Set<string>;
  /** Writes what became of the mail. @throws what the store throws; the outcome is kept for `finish` */
  conclude(mail: Claimed, outcome: Outcome): Promise<void>;
  /** Gives back a mail that was not tried, for a little later. @throws what the store throws; `finish` gives it back then */
  giveBack(mail: Claimed): Promise<void>;
  /**
   * Writes what the store could not take before.
   * @param storeFailed whether it failed since the last time: it may have given a mail without our knowing
   */
  finish(storeFailed: boolean): Promise<void>;
  /** The server is away, or one mail is finding out: postpones what came in, so that the store says what it waits for. */
  waitForServer(): Promise<void>;
}

/**
 * Due mails are looked for every second: when no mail left for so long either, what is not taken has no process that
 * reaches the server.
 */
const UNTAKEN_MS = 30_000;

type Verdicts = {
  [K in Outcome['kind']]: (mail: Claimed, outcome: Extract<Outcome, { kind: K }>) => Promise<unknown>;
};

/** Writes what each outcome means for its mail, and for the others. */
export function createSettlement(options: SettlementOptions): Settlement {
  const { db, clock, owner, random, retries, outage, monotonic, onReturn } = options;
  const held = new Set<string>();
  const unsettled = new Map<string, { mail: Claimed; outcome: Outcome }>();
  /** Since when the server has taken nothing. One mail put off among others that pass is no outage. */
  let troubledSince: number | undefined;
  let awayCode = '';

  const lease = ({ id, messageId }: Claimed) => ({ id, messageId, owner });
  const verdicts: Verdicts = {
    async accepted(mail) {
      await complete(db, lease(mail), clock.now());
      const returned = troubledSince !== undefined && monotonic() - troubledSince >= retries.firstMs;
      troubledSince = undefined;
      if (!returned) return bringUntriedForward(db, clock.now());
      await bringForward(db, clock.now());
      onReturn();
    },
    permanent: (mail, { code }) => refuse(db, lease(mail), code),
    temporary(mail, { code }) {
      troubledSince ??= monotonic();
      return tryLater(mail, code);
    },
    interrupted: (mail, { code }) => tryLater(mail, code),
    async unreachable(mail, { code }) {
      troubledSince ??= monotonic();
      awayCode = code;
      const postponement = postponementOf(outage.failed());
      await release(db, lease(mail), mail.attempts, postponement.until, code);
      await postpone(db, postponement);
    },
  };

  function postponementOf(wait: number): Postponement {
    const now = clock.now();
    return { now, since: now - UNTAKEN_MS, until: now + wait, code: awayCode };
  }

  function tryLater(mail: Claimed, code: string): Promise<unknown> {
    const dueAt = clock.now() + retryDelay(retries, mail.attempts, random);
    return retryLater(db, lease(mail), dueAt, code);
  }

  async function conclude(mail: Claimed, outcome: Outcome): Promise<void> {
    // Until it is written: the server may have the mail, and forgetting that would send it twice.
    unsettled.set(mail.id, { mail, outcome });
    await (verdicts[outcome.kind] as (mail: Claimed, outcome: Outcome) => Promise<unknown>)(mail, outcome);
    unsettled.delete(mail.id);
    held.delete(mail.id);
  }

  return {
    held,
    conclude,
    async giveBack(mail) {
      const dueAt = clock.now() + retryDelay(retries, 1, random);
      await release(db, lease(mail), mail.attempts, dueAt).finally(() => held.delete(mail.id));
    },
    async finish(storeFailed) {
      for (const { mail, outcome } of unsettled.values()) await conclude(mail, outcome);
      if (storeFailed) await releaseUnknown(db, owner, [...held]);
    },
    async waitForServer() {
      await postponeUntaken(db, postponementOf(outage.remaining || UNTAKEN_MS));
    },
  };
}
