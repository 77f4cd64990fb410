import { expect, it } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import { createSiteKey } from './site-key.server.ts';

const keys = new Set<string>();

forEachEngine('the key of a site', (engine) => {
  it('is random, and the same for every process and start', async () => {
    const read = await Promise.all([1, 2, 3].map(() => createSiteKey(engine.storage)()));
    expect(new Set(read)).toEqual(new Set([await createSiteKey(engine.storage)()]));
    expect(read[0]).toMatch(/^[\w-]{43}$/);
    expect(keys).not.toContain(read[0]);
    keys.add(`${read[0]}`);
  });

  it('is read again after a failure of the store', async () => {
    const store = { db: undefined as never };
    const key = createSiteKey(store);
    await expect(key()).rejects.toThrow();
    Object.assign(store, { db: engine.storage.db });
    expect(await key()).toMatch(/^[\w-]{43}$/);
  });
});
