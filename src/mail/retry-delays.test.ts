import { beforeEach, expect, it } from 'vitest';
import { accepted, refused, unreachable } from '../../tests/support/delivery-bench.ts';
import { createOutage, givesUp, retryDelay, settlementOf } from './retry-delays.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const seconds = (firstMs: number) =>
  [1, 2, 3, 4, 5, 6, 7, 5000].map((failures) => retryDelay('server', firstMs, failures, () => 0.5) / SECOND);

it('asks an unreachable server at least every 2 minutes, or every first delay where that is longer', () => {
  expect(seconds(30 * SECOND)).toEqual([30, 60, 120, 120, 120, 120, 120, 120]);
  expect(new Set(seconds(300 * SECOND))).toEqual(new Set([300]));
});

it('varies by a fifth either way, and never beyond the cap', () => {
  const range = (failures: number) =>
    [0, 1].map((random) => retryDelay('mail', 10_000, failures, () => random));
  expect(range(1)).toEqual([8_000, 12_000]);
  expect(range(20)).toEqual([720_000, 900_000]);
});

it('gives up after five days, and never before the sixth refusal (R14)', () => {
  expect(givesUp(6, 0, 5 * DAY)).toBe(true);
  expect(givesUp(1_000, 0, 5 * DAY - 1)).toBe(false);
  expect(givesUp(5, 0, 30 * DAY)).toBe(false);
});

const FIRST = 30_000;

let now: number;
let outage: ReturnType<typeof createOutage>;
beforeEach(() => {
  now = 1_000.25;
  const [half, time] = [() => 0.5, () => now];
  outage = createOutage(FIRST, half, time);
});

it('counts attempts that fail together as one failure, one interrupted here as none, until the server answers', () => {
  outage.note(unreachable);
  outage.note(unreachable);
  now += 0.4;
  expect(outage.waitMs, 'in whole milliseconds').toBe(FIRST);
  now += FIRST;
  outage.note({ kind: 'interrupted', code: 'EABORT' });
  expect(outage.waitMs).toBe(0);
  outage.note(unreachable);
  expect(outage.waitMs).toBeGreaterThan(FIRST);
  outage.note(refused);
  expect(outage.waitMs).toBe(0);
  outage.note(unreachable);
  expect(outage.waitMs).toBe(FIRST);
});

it('tries a mail soon after an interrupted attempt, however often it was refused before', () => {
  const tried = { attempts: 5, last_error: 'SMTP 450' };
  const mail = { id: 'o', message_id: 'm', created_at: 0, ...tried };
  const cut = { kind: 'interrupted', code: 'EABORT' } as const;
  const settlement = settlementOf(mail, cut, 7, outage, (attempts) => attempts * SECOND);
  expect(settlement).toEqual({ state: 'pending', sent_at: null, due_at: 1_007, ...tried });
});

it.each([
  ['refused', refused],
  ['unreachable', unreachable],
] as const)('notes that a server is back that took nothing for the first delay (%s)', (_kind, outcome) => {
  expect(outage.note(accepted)).toBe(false);
  expect(outage.note(outcome)).toBe(false);
  now += FIRST - 1;
  outage.note(outcome);
  expect(outage.note(accepted)).toBe(false);
  outage.note(outcome);
  now += FIRST;
  expect(outage.note(accepted)).toBe(true);
  expect(outage.note(accepted)).toBe(false);
});
