import { expect, it } from 'vitest';
import { untilFree } from './until-free.ts';

const failing = (errcode: number, times: number) => {
  let attempts = 0;
  return () => {
    attempts += 1;
    if (attempts <= times) throw Object.assign(new Error('SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
    return attempts;
  };
};

it('waits while another process has the file (BUSY), and while one recovers its log (BUSY_RECOVERY)', () => {
  const deadline = performance.now() + 10_000;
  expect(untilFree(deadline, failing(5, 2))).toBe(3);
  expect(untilFree(deadline, failing(261, 2))).toBe(3);
});

it('gives up at the deadline, and at once where waiting would not help', () => {
  expect(() => untilFree(performance.now() - 1, failing(261, 1))).toThrow('SQLite');
  expect(() => untilFree(performance.now() + 10_000, failing(11, 1))).toThrow('SQLite');
});
