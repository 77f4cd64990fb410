import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handClock } from '../../tests/support/contact.ts';
import { forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import { firstProfile } from '../site.ts';
import {
  asBrowsersWrite,
  cleanPresentation,
  readProfile,
  registerProfile,
  saveProfile,
} from './profile.server.ts';

onSqlite('the profile that is followed', (engine) => {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  let app: FastifyInstance;
  const save = (name: string) => saveProfile(engine.storage.db, { ...firstProfile, name }, 0);

  beforeEach(() => {
    app = Fastify();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => void vi.useRealTimers());

  const follow = (storage: Pick<typeof engine.storage, 'db' | 'reads'>) =>
    registerProfile(app, { storage, clock: handClock(), logger, example: firstProfile });

  /** Waits until the next look at the store has ended. */
  async function look() {
    vi.advanceTimersByTime(1_000);
    // Reads take turns, so this one ends after the other.
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

forEachEngine('the profile', (engine) => {
  const profile = firstProfile;
  beforeEach(() => engine.clear());

  it('is seeded once, even by several processes, and read back as it was saved', async () => {
    const { db } = engine.storage;
    expect(await readProfile(db)).toBeUndefined();
    await Promise.all([1, 2, 3, 4].map((now) => saveProfile(db, profile, now, 0)));
    expect(await readProfile(db)).toEqual({ profile, version: 1 });
    const changed = { ...profile, name: 'Autre', projects: [] };
    expect(await saveProfile(db, changed, 5)).toBe(2);
    expect(await saveProfile(db, profile, 6, 0)).toBeUndefined();
    expect(await readProfile(db)).toEqual({ profile: changed, version: 2 });
  });
});

// tests/security/xss.spec.ts tries everything that could run or load something, and compares with the browser.
describe('HOME-5: the presentation', () => {
  it('keeps paragraphs, emphasis, lists and links', () => {
    const html =
      '<p>Je conçois des sites <strong>utiles</strong>, <em>simples</em>.<br />Voir <a href="https://exemple.fr">ici</a>.</p>';
    const more =
      '<b>a</b><i>b</i><span>c</span><a href="http://d">d</a><a href="mailto:e@f.fr">e</a><ul><li>f</li></ul><ol><li>g</li></ol>';
    expect(cleanPresentation(html + more)).toBe(html + more);
  });

  it('leaves the server as browsers write it, the same when it is cleaned again', () => {
    const once = cleanPresentation('<p onclick="x()">A &amp; B\u00a0:<br/>deux&nbsp;mots</p>');
    expect(asBrowsersWrite(once)).toBe('<p>A &amp; B&nbsp;:<br>deux&nbsp;mots</p>');
    expect(cleanPresentation(once)).toBe(once);
  });
});
