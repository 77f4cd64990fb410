import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handClock } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { registerProfile } from './current-profile.server.ts';
import { readProfile, saveProfile } from './stored-profile.server.ts';

onSqlite('the profile that is followed', (engine) => {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  let app: FastifyInstance;
  const save = (name: string) => saveProfile(engine.storage.db, { ...exampleProfile, name }, 0);

  beforeEach(() => {
    app = Fastify();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  function follow(storage: Pick<typeof engine.storage, 'db' | 'reads'>) {
    return registerProfile(app, { storage, clock: handClock(), logger, example: exampleProfile });
  }

  /** Waits for the next look at the store, to its end. */
  async function look() {
    vi.advanceTimersByTime(1_000);
    // Reads are made in turn.
    await readProfile(engine.storage.reads);
    await setImmediate();
  }

  it('is read again and announced once per change, and not without one', async () => {
    await save('Première');
    const profile = await follow(engine.storage);
    const names: unknown[] = [];
    profile.onChange(() => names.push(profile.get().name));
    const first = profile.get();
    const asked = vi.spyOn(engine.storage.reads, 'selectFrom');
    vi.advanceTimersByTime(5_000);
    expect(asked, 'a slow store is asked once at a time').toHaveBeenCalledTimes(1);
    await look();
    expect(profile.get()).toBe(first);
    for (const name of ['Deuxième', 'Troisième']) {
      await save(name);
      for (let count = 0; count < 2; count += 1) await look();
    }
    expect(names).toEqual(['Deuxième', 'Troisième']);
    await app.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stays while the store is away, and each outage is logged once', async () => {
    await save('Première');
    let isAway = false;
    const reads = new Proxy(engine.storage.reads, {
      get(target, name) {
        if (isAway) throw new Error('store away');
        return Reflect.get(target, name).bind(target);
      },
    });
    const profile = await follow({ db: engine.storage.db, reads });
    for (isAway of [true, true, false, true]) await look();
    await app.close();
    expect(profile.get().name).toBe('Première');
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });
});
