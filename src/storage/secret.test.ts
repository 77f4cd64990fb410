import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import { sharedSecret } from './secret.server.ts';

forEachEngine('a shared secret', (engine) => {
  it('is the same whoever asks, however many at once, and another for another name', async () => {
    const { db } = engine.storage;
    const all = await Promise.all([1, 2, 3, 4].map(() => sharedSecret(db, 'a', randomBytes)));
    expect(all[0]).toHaveLength(32);
    for (const secret of all) expect(secret).toEqual(all[0]);
    expect(await sharedSecret(db, 'b', randomBytes)).not.toEqual(all[0]);
  });
});
