import { afterEach, expect, it, vi } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import { createContactLimiter } from './rate-limit.server.ts';

const DAY_MS = 86_400_000;
const WINDOW_SECONDS = 600;

forEachEngine('the limit per address after the clock was set back', (engine) => {
  afterEach(() => vi.restoreAllMocks());

  it('is never longer than its window, in the process that refused and in another', async () => {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + DAY_MS);
    const limiter = createContactLimiter(engine.storage, 2);
    const take = () => limiter.take('203.0.113.9');
    expect([await take(), await take(), await take()]).toEqual([0, 0, WINDOW_SECONDS]);
    clock.mockReturnValue(now);
    const other = createContactLimiter(engine.storage, 2);
    expect(await other.take('203.0.113.9')).toBe(0);
    const waits = [await take(), await take(), await take()];
    expect(waits.at(-1)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(WINDOW_SECONDS);
    clock.mockReturnValue(now + WINDOW_SECONDS * 1000);
    expect(await take()).toBe(0);
  });
});
