import type { SuspectReason } from '../content/mails.ts';
import { type Acceptance, OverloadedError } from './acceptance.server.ts';
import type { ContactLimiter } from './rate-limit.server.ts';
import { type ContactError, type ContactValues, checkContact } from './rules.ts';
import { screen } from './screening.server.ts';

/** Where a message comes from. */
export interface ContactSource {
  /** Address of the client, by the trusted proxies. */
  address: string;
  origin: 'api' | 'page';
  /** What the page without JavaScript noticed: its honeypot was filled, it came back too soon. */
  suspectReasons?: readonly SuspectReason[];
}

/** What became of a message. */
export type ReceiveResult =
  | { kind: 'accepted' }
  | { kind: 'invalid'; errors: ContactError[]; values: ContactValues }
  | { kind: 'limited'; retryAfterSeconds: number }
  | { kind: 'overloaded'; retryAfterSeconds: number };

/** The one way in for messages, from the API and from the page without JavaScript alike (FORM-7, FORM-8). */
export interface ContactIntake {
  /**
   * Checks, limits, screens and stores a message. `accepted` means durably stored, its mail queued (API-3).
   * @param raw what the caller sent; nothing is assumed about it
   * @throws whatever the store throws when it cannot keep the message
   */
  receive(raw: Record<string, unknown>, source: ContactSource): Promise<ReceiveResult>;
}

/** When the store cannot keep up: those who wait for it have to be served first. */
export const RETRY_WHEN_OVERLOADED_SECONDS = 5;

/**
 * Gives the intake over `acceptance`, which stores what passes.
 * @param limiter null: no limit (`RATE_LIMIT=off`)
 */
export function createContactIntake(acceptance: Acceptance, limiter: ContactLimiter | null): ContactIntake {
  return {
    async receive(raw, { address, origin, suspectReasons = [] }) {
      const checked = checkContact(raw);
      if (!checked.ok) return { kind: 'invalid', errors: checked.errors, values: checked.values };
      const retryAfterSeconds = limiter ? await limiter.take(address) : 0;
      if (retryAfterSeconds > 0) return { kind: 'limited', retryAfterSeconds };
      try {
        const reasons = [...suspectReasons, ...screen(checked.values)];
        await acceptance.accept({ ...checked.values, origin, suspectReasons: reasons });
        return { kind: 'accepted' };
      } catch (error) {
        if (error instanceof OverloadedError) {
          return { kind: 'overloaded', retryAfterSeconds: RETRY_WHEN_OVERLOADED_SECONDS };
        }
        throw error;
      }
    },
  };
}
