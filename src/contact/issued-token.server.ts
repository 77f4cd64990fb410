import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../config/clock.ts';
import type { SuspectReason } from '../content/mails.ts';

/** What is suspicious about the time between the issue of a form and its return. */
export type IssuedSign = Extract<
  SuspectReason,
  'issued-missing' | 'issued-forged' | 'too-quick' | 'issued-stale'
>;

/** The signed time trap of the form without JavaScript (FORM-7). The same token serves everyone within one second. */
export interface IssuedTokens {
  /** @param now milliseconds since 1970 */
  issue(now: number): string;
  /** Judges a token that came back; undefined when nothing is wrong with it. */
  judge(token: unknown, now: number): IssuedSign | undefined;
}

/** Nobody fills five fields in less. */
const MIN_FILLING_MS = 3_000;

/** A page left open longer is rare among people and usual among programs that keep forms. */
const STALE_AFTER_MS = DAY_MS;

/** 128 bits in base64url. */
const SIGNATURE_LENGTH = 22;

/**
 * Issues and judges tokens that are signed with `secret`.
 * @param secret known to every process of the site and nobody else
 */
export function createIssuedTokens(secret: Buffer): IssuedTokens {
  const sign = (second: string) =>
    createHmac('sha256', secret).update(second).digest('base64url').slice(0, SIGNATURE_LENGTH);

  function secondOf(token: string): number | undefined {
    const [second = '', signature = ''] = token.split('.');
    const expected = Buffer.from(sign(second));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return Number.parseInt(second, 36);
  }

  return {
    issue(now) {
      const second = Math.floor(now / 1000).toString(36);
      return `${second}.${sign(second)}`;
    },
    judge(token, now) {
      if (typeof token !== 'string' || token === '') return 'issued-missing';
      const second = secondOf(token);
      if (second === undefined) return 'issued-forged';
      const age = now - second * 1000;
      if (age < MIN_FILLING_MS) return 'too-quick';
      return age > STALE_AFTER_MS ? 'issued-stale' : undefined;
    },
  };
}
