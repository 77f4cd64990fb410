import { expect, it, vi } from 'vitest';
import { createRounds } from './rounds.ts';

/** A round that lasts until the test says so. */
function slowRounds() {
  const ends: (() => void)[] = [];
  const round = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { rounds: createRounds(round), round, endRound: () => ends.shift()?.() };
}

it('runs one round at a time, and one more for all who asked meanwhile', async () => {
  const { rounds, round, endRound } = slowRounds();
  const first = rounds.run();
  expect(rounds.interrupted).toBe(false);
  const others = [rounds.run(), rounds.run()];
  expect(round).toHaveBeenCalledTimes(1);
  expect(rounds.interrupted).toBe(true);
  endRound();
  await expect.poll(() => round).toHaveBeenCalledTimes(2);
  endRound();
  await Promise.all([first, ...others]);
  expect(round).toHaveBeenCalledTimes(2);
});

it('goes round again when interrupted from inside', async () => {
  const { rounds, round, endRound } = slowRounds();
  const running = rounds.run();
  rounds.interrupt();
  expect(rounds.interrupted).toBe(true);
  endRound();
  await expect.poll(() => round).toHaveBeenCalledTimes(2);
  expect(rounds.interrupted).toBe(false);
  endRound();
  await running;
});

it('ends with the round under way, and begins no other', async () => {
  const { rounds, round, endRound } = slowRounds();
  const running = rounds.run();
  rounds.interrupt();
  let ended = false;
  const ending = rounds.end().then(() => {
    ended = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(false);
  expect(rounds.interrupted).toBe(true);
  endRound();
  await Promise.all([running, ending]);
  await rounds.run();
  expect(round).toHaveBeenCalledTimes(1);
});

it('throws what a round throws, and can run again', async () => {
  const round = vi.fn().mockRejectedValueOnce(new Error('store')).mockResolvedValue(undefined);
  const rounds = createRounds(round);
  await expect(rounds.run()).rejects.toThrow('store');
  await rounds.run();
  expect(round).toHaveBeenCalledTimes(2);
});

it('keeps nothing of those who join it: they all wait for one and the same promise', async () => {
  const { rounds, endRound } = slowRounds();
  expect(rounds.running).toBe(false);
  const first = rounds.run();
  expect(rounds.running).toBe(true);
  expect(rounds.run()).toBe(first);
  endRound();
  await expect.poll(() => rounds.interrupted).toBe(false);
  endRound();
  await first;
  expect(rounds.running).toBe(false);
});
