import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createIssuedTokens } from './issued-token.server.ts';

const secret = randomBytes(32);
const tokens = createIssuedTokens(secret);
const now = Date.UTC(2026, 10, 20, 9, 30);
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

describe('the signed time of issue', () => {
  it('finds nothing wrong with a form filled in by a person', () => {
    for (const age of [4 * SECOND, 60 * SECOND, DAY - SECOND]) {
      expect(tokens.judge(tokens.issue(now), now + age)).toBeUndefined();
    }
  });

  it('is the same within one second, and for every process that knows the secret', () => {
    expect(tokens.issue(now + 999)).toBe(tokens.issue(now));
    expect(tokens.issue(now + 1000)).not.toBe(tokens.issue(now));
    expect(createIssuedTokens(secret).judge(tokens.issue(now), now + 4 * SECOND)).toBeUndefined();
  });

  it.each([
    ['too-quick', 0],
    ['too-quick', 2.9 * SECOND],
    ['too-quick', -60 * SECOND],
    ['issued-stale', DAY + SECOND],
  ])('is %s after %i ms', (sign, age) => {
    expect(tokens.judge(tokens.issue(now), now + age)).toBe(sign);
  });

  const [second = '', signature = ''] = tokens.issue(now).split('.');
  const earlier = (Math.floor(now / SECOND) - 100).toString(36);
  it.each([
    ['issued-missing', undefined],
    ['issued-missing', ''],
    ['issued-forged', 'time-of-issue'],
    ['issued-forged', '.'],
    ['issued-forged', second],
    ['issued-forged', `${earlier}.${signature}`],
    ['issued-forged', `${second}.${signature.slice(0, -1)}`],
    ['issued-forged', `${second}.${signature}x`],
    ['issued-forged', `${second}.${'é'.repeat(22)}`],
    ['issued-forged', createIssuedTokens(randomBytes(32)).issue(now)],
  ])('%s: %s', (sign, token) => {
    expect(tokens.judge(token, now + 4 * SECOND)).toBe(sign);
  });
});
