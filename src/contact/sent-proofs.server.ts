import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../config/clock.ts';

const VALID_MS = 60_000;

/** Proves that a page is requested just after a post that stored a message. Without it, an address alone would show the success. */
export type SentProofs = ReturnType<typeof createSentProofs>;

/** @param secret the same in every process: another one may answer the request that follows the post */
export function createSentProofs(clock: Clock, secret: string) {
  /** Proofs that were used in this process, with the time from which they are refused anyway. */
  const used = new Map<string, number>();
  const signed = (facts: string) =>
    `${facts}.${createHmac('sha256', secret).update(facts).digest('base64url')}`;

  return {
    create: () => signed(`${clock.now()}.${randomUUID()}`),
    /** Accepts a proof once, within a minute. */
    accept(proof: string): boolean {
      const now = clock.now();
      for (const [each, end] of used) if (end <= now) used.delete(each);
      const [time = '', id = ''] = proof.split('.');
      const end = Number(time) + VALID_MS;
      if (proof !== signed(`${time}.${id}`) || !(end > now) || used.has(proof)) return false;
      used.set(proof, end);
      return true;
    },
  };
}
