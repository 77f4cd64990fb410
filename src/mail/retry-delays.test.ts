import { expect, it } from 'vitest';
import { mailRetries, type RetryPolicy, retryDelay, serverRetries } from './retry-delays.ts';

const SECOND = 1000;
const seconds = (policy: RetryPolicy, random: number) =>
  Array.from({ length: 8 }, (_, index) => retryDelay(policy, index + 1, () => random) / SECOND);

it('doubles the wait of a mail up to 15 minutes', () => {
  expect(seconds(mailRetries(30 * SECOND), 0.5)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  expect(seconds(mailRetries(1 * SECOND), 0.5)).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
});

it('varies by a fifth either way, and never beyond the cap', () => {
  expect(seconds(mailRetries(30 * SECOND), 0)).toEqual([24, 48, 96, 192, 384, 720, 720, 720]);
  expect(seconds(mailRetries(30 * SECOND), 1)).toEqual([36, 72, 144, 288, 576, 900, 900, 900]);
});

it('asks an unreachable server at least every 2 minutes, or every first delay where that is longer', () => {
  expect(seconds(serverRetries(30 * SECOND), 0.5)).toEqual([30, 60, 120, 120, 120, 120, 120, 120]);
  expect(seconds(serverRetries(900 * SECOND), 1)[0]).toBe(900);
});

it('stays a number after years of failures', () => {
  expect(retryDelay(mailRetries(30 * SECOND), 100_000, () => 0.5)).toBe(900 * SECOND);
});
