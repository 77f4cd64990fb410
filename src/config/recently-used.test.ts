import { expect, it } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

it('gives back what was put there, and nothing for another key', () => {
  const kept = createRecentlyUsed<number>(2);
  kept.set('a', 1);
  kept.set('a', 2);
  expect([kept.get('a'), kept.get('b')]).toEqual([2, undefined]);
});

it('the key that came longest ago leaves first, whether it was put or asked for', () => {
  const kept = createRecentlyUsed<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  kept.get('a');
  kept.set('c', 3);
  expect([kept.get('b'), kept.get('a'), kept.get('c')]).toEqual([undefined, 1, 3]);
});

it('the key that came last counts as such however often it comes', () => {
  const kept = createRecentlyUsed<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  for (let time = 0; time < 3; time += 1) kept.get('b');
  kept.get('a');
  kept.set('c', 3);
  expect([kept.get('a'), kept.get('b')]).toEqual([1, undefined]);
});

it('what was taken out is gone, also when it came last', () => {
  const kept = createRecentlyUsed<number>(2);
  kept.set('a', 1);
  kept.delete('a');
  expect(kept.get('a')).toBeUndefined();
});
