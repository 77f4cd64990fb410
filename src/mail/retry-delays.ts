import { DAY_MS } from '../config/clock.ts';
import type { Claimed, Settlement } from './queue.server.ts';
import type { Outcome } from './smtp.server.ts';

const MINUTE_MS = 60_000;

export const MAX_DELAY_MS = 15 * MINUTE_MS;

/** Each delay varies by this share either way, so that mails and processes spread out. */
const JITTER = 0.2;

/** After each failure the wait doubles, from `firstMs` (`MAIL_RETRY_SECONDS`) up to this. */
const caps = {
  /** One refused mail waits 30 s, 1 min, 2 min, 4 min, 8 min, then 15 min. */
  mail: MAX_DELAY_MS,
  /** If the server cannot be reached, all mails wait 30 s, 1 min, then 2 min, because its return should be noticed soon. */
  server: 2 * MINUTE_MS,
} as const;

export function retryDelay(what: keyof typeof caps, firstMs: number, failures: number, random: () => number) {
  const cap = Math.max(firstMs, caps[what]);
  const doubled = Math.min(firstMs * 2 ** (failures - 1), cap);
  return Math.round(Math.min(doubled * (1 + JITTER * (2 * random() - 1)), cap));
}

/**
 * Undelivered mails are tried for five days, as mail servers do (RFC 5321, 4.5.4.1). A refusal says nothing about the message,
 * because the recipient is always the studio's own mailbox (R14).
 * @param attempts of this mail, or of a server that cannot be reached
 */
const GIVE_UP_AFTER_MS = 5 * DAY_MS;
const LEAST_ATTEMPTS = 6;

export function givesUp(attempts: number, queuedAt: number, now: number): boolean {
  return attempts >= LEAST_ATTEMPTS && now - queuedAt >= GIVE_UP_AFTER_MS;
}

export type Outage = ReturnType<typeof createOutage>;

/** Tracks in memory whether the mail server accepts mail; each process judges by its own attempts. */
export function createOutage(firstRetryMs: number, random: () => number, monotonic: () => number) {
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let takesNothingSince: number | undefined;
  return {
    /** Takes note of an outcome. @returns true if the server accepts mail again, after an outage of at least the first delay */
    note({ kind }: Outcome): boolean {
      // This side interrupted the attempt, which says nothing about the server.
      if (kind === 'interrupted') return false;
      const now = monotonic();
      if (kind !== 'unreachable') {
        failures = 0;
        retryAt = Number.NEGATIVE_INFINITY;
      } else if (now >= retryAt) {
        // Attempts that fail before the next try is due count as one failure.
        failures += 1;
        retryAt = now + retryDelay('server', firstRetryMs, failures, random);
      }
      if (kind !== 'accepted') {
        takesNothingSince ??= now;
        return false;
      }
      const returned = now - (takesNothingSince ?? now) >= firstRetryMs;
      takesNothingSince = undefined;
      return returned;
    },
    /** Number of attempts in a row that could not reach the server. */
    get failures(): number {
      return failures;
    },
    /** Milliseconds until the next try of the server, 0 for now; a whole number, as the store's columns hold no other. */
    get waitMs(): number {
      return Math.max(0, Math.ceil(retryAt - monotonic()));
    },
  };
}

/**
 * Says what becomes of a mail after an attempt; only an answer of the server counts as an attempt of this mail.
 * @param now milliseconds since 1970
 * @param server whether the mail server accepts mail, with this outcome noted
 * @param delayOf returns the wait in milliseconds after so many refusals of one mail
 */
export function settlementOf(
  mail: Claimed,
  outcome: Outcome,
  now: number,
  server: Pick<Outage, 'failures' | 'waitMs'>,
  delayOf: (attempts: number) => number,
): Settlement {
  const attempts = mail.attempts + 1;
  const waits = {
    state: 'pending',
    attempts: mail.attempts,
    last_error: mail.last_error,
    sent_at: null,
  } as const;
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'sent', attempts, due_at: now, sent_at: now, last_error: null };
    case 'refused': {
      const tried = { ...waits, attempts, last_error: outcome.code };
      return givesUp(attempts, mail.created_at, now)
        ? { ...tried, state: 'refused', due_at: now }
        : { ...tried, due_at: now + delayOf(attempts) };
    }
    case 'unreachable': {
      const state = givesUp(server.failures, mail.created_at, now) ? 'refused' : 'pending';
      return { ...waits, state, due_at: now + server.waitMs, last_error: outcome.code };
    }
    case 'interrupted':
      return { ...waits, due_at: now + delayOf(1) };
  }
}
