import { beforeEach, expect, it } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import { exampleProfile as profile } from '../content/example-profile.ts';
import { readProfile, saveProfile, seedProfile } from './stored-profile.server.ts';

forEachEngine('the profile', (engine) => {
  beforeEach(() => engine.clear());

  it('is seeded once, even by several processes', async () => {
    const { db } = engine.storage;
    expect(await readProfile(db)).toBeUndefined();
    await Promise.all([1, 2, 3, 4].map((now) => seedProfile(db, profile, now)));
    expect(await readProfile(db)).toEqual({ profile, version: 1 });
    await saveProfile(db, { ...profile, name: 'Autre' }, 5);
    await seedProfile(db, profile, 6);
    expect((await readProfile(db))?.profile.name).toBe('Autre');
  });

  it('is read back as it was saved, with a version that grows', async () => {
    const { db } = engine.storage;
    expect(await saveProfile(db, profile, 1)).toBe(1);
    expect(await saveProfile(db, { ...profile, projects: [] }, 2)).toBe(2);
    expect(await readProfile(db)).toEqual({ profile: { ...profile, projects: [] }, version: 2 });
  });
});
