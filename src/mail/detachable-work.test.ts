import { expect, it, vi } from 'vitest';
import { createDetachableWork } from './detachable-work.ts';

it('waits for what is done in time, and throws its failure', async () => {
  const onFailure = vi.fn();
  const detachableWork = createDetachableWork(10_000, onFailure);
  expect(await detachableWork.waitOrDetach(Promise.resolve())).toBe(true);
  await expect(detachableWork.waitOrDetach(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(detachableWork.detached).toBe(0);
  expect(onFailure).not.toHaveBeenCalled();
});

it('leaves what takes longer to itself, and tells of its failure', async () => {
  const onFailure = vi.fn();
  const detachableWork = createDetachableWork(10, onFailure);
  const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  for (const { promise } of works) expect(await detachableWork.waitOrDetach(promise)).toBe(false);
  expect(detachableWork.detached).toBe(2);
  works[0].resolve();
  works[1].reject(new Error('store down'));
  await detachableWork.settled();
  expect(detachableWork.detached).toBe(0);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('store down'));
});
