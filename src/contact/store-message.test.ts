import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { aMessage, handClock } from '../../tests/support/contact.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { contactFields } from '../words/form-fields.ts';
import { type AcceptedMessage, storeMessage } from './store-message.server.ts';

forEachEngine('storing a message', (engine) => {
  const clock = handClock();
  beforeEach(() => engine.clear());

  const store = (message: AcceptedMessage, storage = engine.storage) =>
    storeMessage(storage, message, clock.now());
  const stored = () => engine.storage.db.selectFrom('message').selectAll().orderBy('body').execute();

  it('stores the message and its mail together (API-3)', async () => {
    const { id } = await store(aMessage({ suspectReasons: ['markup', 'many-links'] }));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await stored()).toEqual([
      expect.objectContaining({
        id,
        received_at: clock.now(),
        email: 'Zoe.Lefevre@example.org',
        email_key: 'zoe.lefevre@example.org',
        body: 'Bonjour,\nun site pour notre association ?',
        origin: 'api',
        status: 'new',
        suspect: 1,
        suspect_reasons: 'markup,many-links',
      }),
    ]);
    expect(await engine.storage.db.selectFrom('outbox').selectAll().execute()).toEqual([
      expect.objectContaining({
        message_id: id,
        state: 'pending',
        attempts: 0,
        due_at: clock.now(),
        lease_owner: null,
      }),
    ]);
  });

  it('API-3: keeps no message whose mail cannot be queued', async () => {
    await sql`alter table outbox rename to away`.execute(engine.storage.db);
    await expect(store(aMessage())).rejects.toThrow('outbox');
    expect(await stored()).toEqual([]);
    await sql`alter table away rename to outbox`.execute(engine.storage.db);
    expect((await store(aMessage())).id).toBeDefined();
  });

  it('stores an identical message once in 10 minutes, whatever the letter case of its address', async () => {
    const same = aMessage({ email: 'zoe.lefevre@EXAMPLE.org' });
    const [first, second] = await Promise.all([store(aMessage()), store(same)]);
    expect([typeof first.id, second.id]).toEqual(['string', undefined]);
    clock.advance(10 * 60_000);
    expect((await store(aMessage())).id).toBeUndefined();
    clock.advance(1);
    expect((await store(aMessage())).id).toBeDefined();
  });

  it.each(contactFields)('stores a message with another %s as another one', async (field) => {
    await store(aMessage());
    expect((await store(aMessage({ [field]: 'autre' }))).id).toBeDefined();
  });

  it.each([60, -60])('recognises it though the clock was wrong by %i minutes meanwhile', async (minutes) => {
    await store(aMessage());
    clock.advance(minutes * 60_000);
    expect((await store(aMessage())).id).toBeDefined();
    for (const back of [1 - minutes, -2]) {
      clock.advance(back * 60_000);
      expect((await store(aMessage())).id).toBeUndefined();
    }
  });

  it('R5: stores an identical message once when it reaches two processes at once', async () => {
    const other = await openStorage(engine.location);
    for (let round = 0; round < 10; round += 1) {
      const message = aMessage({ message: `Tour numéro ${round}` });
      const results = await Promise.all([store(message), store(message, other)]);
      expect(results.filter(({ id }) => id === undefined)).toHaveLength(1);
    }
    await other.close();
    expect(await stored()).toHaveLength(10);
  });
});
