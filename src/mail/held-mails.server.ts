import type { Clock } from '../config/clock.ts';
import { type Claimed, LEASE_MS, type Queue, type Settlement, watchLeases } from './queue.server.ts';

const AT_ONCE = 4;
/** After this time without an outcome the next mail may begin, so a slow server still takes a thousand in five minutes (R3). */
export const SLOW_MS = 250;
const RENEW_EVERY_MS = 30_000;
/** A smaller correction of the wall clock does not count as a jump. */
const JUMP_MS = 5_000;

/** A mail that this process claimed and whose outcome is not written yet. */
export interface HeldMail extends Claimed {
  /** The time of the claim, in milliseconds of the monotonic clock. */
  claimedAt: number;
  settlement?: Settlement;
  /** Whether this mail showed that the server accepts mail again. */
  endsOutage?: boolean;
}

/** Holds the mails that this process claimed, with their leases, until their outcomes are written. */
export function createHeldMails(queue: Queue, clock: Clock, monotonic: () => number) {
  const held = new Set<HeldMail>();
  const endAbandonedLeases = watchLeases(queue, monotonic);
  const offset = () => clock.now() - monotonic();
  let renewedAt = monotonic();
  let lastOffset = offset();

  async function writeOutcomes(): Promise<void> {
    for (const mail of held) {
      if (!mail.settlement) continue;
      await queue.settle(mail, mail.settlement);
      if (mail.endsOutage) await queue.makeAllDue(clock.now());
      held.delete(mail);
    }
  }

  async function renewLeases(): Promise<void> {
    if (held.size === 0 || monotonic() - renewedAt < RENEW_EVERY_MS) return;
    const messageIds = Array.from(held, ({ message_id }) => message_id);
    await queue.renew(messageIds, clock.now() + LEASE_MS);
    renewedAt = monotonic();
  }

  /** Makes all mails due after the wall clock was set back, because their due times would be far away (R10). */
  async function followClock(): Promise<void> {
    if (offset() < lastOffset - JUMP_MS) await queue.makeAllDue(clock.now());
    lastOffset = offset();
  }

  return {
    get size(): number {
      return held.size;
    },
    /** Does all that has to precede the claim of another mail. @throws the store's error */
    async keepUp(): Promise<void> {
      await writeOutcomes();
      await renewLeases();
      await followClock();
      await endAbandonedLeases();
    },
    /** Claims the next mail, unless one is being sent and is not slow yet. So a killed process repeats one mail only (R1). */
    async claim(): Promise<HeldMail | undefined> {
      const isSlow = ({ claimedAt }: HeldMail) => monotonic() - claimedAt >= SLOW_MS;
      if (held.size >= AT_ONCE || !held.values().every(isSlow)) return undefined;
      const now = clock.now();
      const claimed = await queue.claim(now, now + LEASE_MS);
      const mail = claimed && { ...claimed, claimedAt: monotonic() };
      if (mail) held.add(mail);
      return mail;
    },
    /** Drops a mail that was erased with its message. */
    forget(mail: HeldMail): void {
      held.delete(mail);
    },
  };
}
