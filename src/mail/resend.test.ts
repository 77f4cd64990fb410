import { beforeEach, expect, it } from 'vitest';
import { aMessage, storeMessages } from '../../tests/support/contact.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import { outboxHealth } from './outbox-health.server.ts';
import { outboxStatus } from './outbox-status.server.ts';
import { resend } from './resend.server.ts';

forEachEngine('resend', (engine) => {
  beforeEach(async () => {
    await engine.clear();
    await storeMessages(engine.storage, [aMessage({ message: 'first of all' })], 1_000);
    await storeMessages(engine.storage, [aMessage({ message: 'second of all' })], 2_000);
  });

  it('of every refused mail takes the refused ones only', async () => {
    const { db } = engine.storage;
    await db
      .updateTable('outbox')
      .set({ state: 'refused', attempts: 3 })
      .where('created_at', '=', 1_000)
      .execute();
    expect(await resend(db, 'refused', 9_000)).toBe(1);
    const rows = await db
      .selectFrom('outbox')
      .select(['state', 'attempts', 'due_at'])
      .orderBy('due_at', 'desc')
      .execute();
    expect(rows).toEqual([
      { state: 'pending', attempts: 0, due_at: 9_000 },
      { state: 'pending', attempts: 0, due_at: 2_000 },
    ]);
  });

  it('takes a mail whose process died in the attempt, and leaves one that is being sent', async () => {
    const { db } = engine.storage;
    const first = await db.selectFrom('outbox').select('message_id').orderBy('created_at').limit(1).execute();
    const messageId = first[0]?.message_id ?? '';
    await db.updateTable('outbox').set({ lease_owner: 'other', lease_until: 9_000 }).execute();
    expect(await resend(db, { messageId }, 8_999)).toBe(0);
    expect(await resend(db, { messageId }, 9_000)).toBe(1);
  });

  it('a mail that was refused waits from now on, one that waited still waits since it was queued', async () => {
    const { db } = engine.storage;
    const now = 2 * 86_400_000;
    const stuckAt = async (at: number) => (await outboxHealth(db, at, true)).stuck;
    await db.updateTable('outbox').set({ state: 'refused', last_error: 'SMTP 550' }).execute();
    expect(await resend(db, 'refused', now)).toBe(2);
    expect(await stuckAt(now)).toBe(false);
    const messages = await db.selectFrom('outbox').select('message_id').execute();
    const askAgain = async (at: number) => {
      for (const { message_id } of messages) await resend(db, { messageId: message_id }, at);
    };
    await askAgain(now + 599_000);
    expect(await stuckAt(now + 599_000)).toBe(false);
    await askAgain(now + 600_000);
    expect(await stuckAt(now + 600_000)).toBe(true);
  });

  it('the status tells since when the oldest waits', async () => {
    expect((await outboxStatus(engine.storage.db)).oldestPendingAt).toBe(1_000);
  });
});
