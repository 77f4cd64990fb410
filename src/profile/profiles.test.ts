import { beforeEach, expect, it } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import { exampleProfile as profile } from '../content/example-profile.ts';
import {
  readProfile,
  readProfiles,
  readProfileVersion,
  readProfileVersions,
  saveProfile,
  seedProfile,
} from './profiles.server.ts';

forEachEngine('profiles', (engine) => {
  beforeEach(() => engine.clear());

  it('are seeded once, even by several processes', async () => {
    const { db } = engine.storage;
    await Promise.all([1, 2, 3, 4].map((now) => seedProfile(db, 3, profile, now)));
    expect(await readProfileVersion(db, 3)).toBe(1);
    await saveProfile(db, 3, { ...profile, name: 'Autre' }, 5);
    await seedProfile(db, 3, profile, 6);
    expect((await readProfile(db, 3))?.name).toBe('Autre');
  });

  it('are read back as they were saved, with a version that grows', async () => {
    const { db } = engine.storage;
    expect(await readProfile(db, 3)).toBeUndefined();
    expect(await readProfileVersion(db, 3)).toBeUndefined();
    const none = await readProfileVersions(db);
    expect(await saveProfile(db, 3, profile, 1)).toBe(1);
    const first = await readProfileVersions(db);
    expect(await saveProfile(db, 3, { ...profile, projects: [] }, 2)).toBe(2);
    expect(await readProfileVersion(db, 3)).toBe(2);
    expect(new Set([none, first, await readProfileVersions(db)]).size).toBe(3);
    await saveProfile(db, 4, profile, 3);
    expect(await readProfiles(db)).toEqual(
      new Map([
        [3, { ...profile, projects: [] }],
        [4, profile],
      ]),
    );
  });
});
