import { expect, it, vi } from 'vitest';
import { createPatience } from './patience.ts';

it('waits for what is done in time, and throws its failure', async () => {
  const onFailure = vi.fn();
  const patience = createPatience(10_000, onFailure);
  expect(await patience.wait(Promise.resolve())).toBe(true);
  await expect(patience.wait(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(patience.left).toBe(0);
  expect(onFailure).not.toHaveBeenCalled();
});

it('leaves what takes longer to itself, and tells of its failure', async () => {
  const onFailure = vi.fn();
  const patience = createPatience(10, onFailure);
  const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  for (const { promise } of works) expect(await patience.wait(promise)).toBe(false);
  expect(patience.left).toBe(2);
  works[0].resolve();
  works[1].reject(new Error('store down'));
  await patience.end();
  expect(patience.left).toBe(0);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('store down'));
});
