import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onSqlite } from '../../tests/support/storage.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { followProfiles } from './current-profile.server.ts';
import { saveProfile } from './profiles.server.ts';

onSqlite('the profiles that are followed', (engine) => {
  const logger = { warn: vi.fn() };
  const save = (name: string) => saveProfile(engine.storage.db, 3, { ...exampleProfile, name }, 0);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Waits for the next look at the store, to its end. */
  async function look() {
    vi.advanceTimersByTime(1_000);
    while (vi.getTimerCount() === 0) await setImmediate();
  }

  it('are read again and announced once per change, and not without one', async () => {
    await save('Première');
    const profiles = await followProfiles(engine.storage.reads, logger);
    const told: unknown[] = [];
    profiles.onChange(() => told.push(profiles.get(3)?.name));
    const first = profiles.get(3);
    await look();
    expect(profiles.get(3)).toBe(first);
    for (const name of ['Deuxième', 'Troisième']) {
      await save(name);
      for (let count = 0; count < 2; count += 1) await look();
    }
    expect(told).toEqual(['Deuxième', 'Troisième']);
    expect(profiles.get(4)).toBeNull();
    profiles.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stay while the store is away, and each outage is logged once', async () => {
    await save('Première');
    let isAway = false;
    const reads = new Proxy(engine.storage.reads, {
      get(target, name) {
        if (isAway) throw new Error('store away');
        return Reflect.get(target, name).bind(target);
      },
    });
    const profiles = await followProfiles(reads, logger);
    for (isAway of [true, true, false, true]) await look();
    profiles.stop();
    expect(profiles.get(3)?.name).toBe('Première');
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });
});
