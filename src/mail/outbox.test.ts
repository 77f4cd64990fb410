import { beforeEach, describe, expect, it } from 'vitest';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { plansOf } from '../../tests/support/query-plans.ts';
import { type EngineUnderTest, forEachEngine } from '../../tests/support/storage.ts';
import { claim } from './claim.server.ts';
import { enqueue } from './enqueue.server.ts';
import { complete, type Lease, refuse, release, renew, retryLater } from './lease.server.ts';
import { listMails, outboxStatus } from './outbox-status.server.ts';
import { bringForward, clampTimes, postpone, postponeUntaken } from './reschedule.server.ts';
import { resend } from './resend.server.ts';

const NOW = Date.UTC(2026, 10, 20, 9, 30);
const LEASE = { leaseMs: 300_000, limit: 10 };

async function queue({ storage }: EngineUnderTest, count: number, now = NOW): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `m${index}`);
  await storage.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('message')
      .values(ids.map((id) => aMessageRow({ id })))
      .execute();
    for (const id of ids) await enqueue(trx, { id: `o${id}`, messageId: id }, now);
  });
  return ids.map((id) => `o${id}`);
}

/** What `owner` shows to settle a mail of `queue`. */
function leaseOf(id: string, owner: string): Lease {
  return { id, messageId: id.slice(1), owner };
}

forEachEngine('the outbox', (engine) => {
  beforeEach(() => engine.clear());
  const row = (id: string) =>
    engine.storage.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const idsClaimed = async (owner: string, now: number, more: object = {}) =>
    (await claim(engine.storage, { ...LEASE, owner, now, ...more })).map(({ id }) => id).sort();

  it('gives each mail to one owner, however many ask', async () => {
    const ids = await queue(engine, 60);
    const owners = Array.from({ length: 8 }, (_, index) => `owner-${index}`);
    const claimed: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const rounds = await Promise.all(owners.map((owner) => idsClaimed(owner, NOW, { limit: 5 })));
      claimed.push(...rounds.flat());
    }
    expect(claimed.sort()).toEqual(ids.sort());
  });

  it('gives the oldest due first, nothing before its time, and counts the attempt', async () => {
    const [first = '', second = ''] = await queue(engine, 2);
    await engine.storage.db
      .updateTable('outbox')
      .set({ due_at: NOW + 1 })
      .where('id', '=', second)
      .execute();
    expect(await claim(engine.storage, { ...LEASE, owner: 'a', now: NOW })).toEqual([
      { id: first, messageId: 'm0', attempts: 1 },
    ]);
    expect(await idsClaimed('a', NOW + 1)).toEqual([second]);
  });

  it('lets another take over when the lease has expired, not before', async () => {
    const [id = ''] = await queue(engine, 1);
    await idsClaimed('dead', NOW);
    const later = NOW + LEASE.leaseMs;
    expect(await idsClaimed('b', later - 1)).toEqual([]);
    expect(await idsClaimed('b', later, { takeOver: false })).toEqual([]);
    expect(await idsClaimed('b', later, { held: [id] })).toEqual([]);
    expect(await idsClaimed('b', later)).toEqual([id]);
    expect((await row(id)).attempts).toBe(2);
  });

  if (engine.engine === 'sqlite')
    it('finds a mail by its key, and claims by what is due, however many have left', async () => {
      const [id = ''] = await queue(engine, 1);
      const plans = await plansOf(engine.storage.db, async (db) => {
        await claim({ ...engine.storage, db }, { ...LEASE, owner: 'owner', now: NOW });
        await renew(db, leaseOf(id, 'owner'), NOW + 1);
        await complete(db, leaseOf(id, 'owner'), NOW);
      });
      const byKey = 'SEARCH outbox USING PRIMARY KEY (message_id=? AND id=?)';
      const due = 'SEARCH outbox USING INDEX outbox_due (due_at<?)';
      expect(plans).toEqual([due, expect.stringMatching(/^SEARCH outbox USING PRIMARY KEY/), byKey, byKey]);
    });

  it('lets nobody but the owner settle', async () => {
    const [id = ''] = await queue(engine, 1);
    const { db } = engine.storage;
    await idsClaimed('owner', NOW);
    const other = leaseOf(id, 'other');
    const outcomes = [
      complete(db, other, NOW),
      refuse(db, other, 'SMTP 550'),
      retryLater(db, other, NOW, 'x'),
    ];
    expect(await Promise.all(outcomes)).toEqual([false, false, false]);
    expect(await release(db, other, 1, NOW, 'x')).toBe(false);
    expect(await row(id)).toMatchObject({ state: 'pending', lease_owner: 'owner', last_error: null });
    expect(await complete(db, leaseOf(id, 'owner'), NOW + 5)).toBe(true);
    expect(await row(id)).toMatchObject({
      state: 'sent',
      sent_at: NOW + 5,
      lease_owner: null,
      lease_until: null,
    });
    expect(await complete(db, leaseOf(id, 'owner'), NOW + 6)).toBe(false);
  });

  it('keeps what is refused until it is sent again (R4)', async () => {
    const [id = '', other = ''] = await queue(engine, 2);
    const { db } = engine.storage;
    await idsClaimed('owner', NOW);
    await refuse(db, leaseOf(id, 'owner'), 'SMTP 550');
    await complete(db, leaseOf(other, 'owner'), NOW);
    expect(await idsClaimed('owner', NOW + 1e9)).toEqual([]);
    expect(await listMails(db, 'refused', 10)).toEqual([
      expect.objectContaining({ id, last_error: 'SMTP 550' }),
    ]);
    expect(await resend(db, { messageId: 'm1' }, NOW)).toBe(0);
    expect(await resend(db, { messageId: 'm0' }, NOW)).toBe(1);
    expect(await resend(db, 'refused', NOW)).toBe(0);
    expect(await idsClaimed('owner', NOW)).toEqual([id]);
    expect(await resend(db, { messageId: 'm0' }, NOW)).toBe(0);
  });

  it('says what it holds', async () => {
    const { db } = engine.storage;
    expect(await outboxStatus(db)).toEqual({
      byState: { pending: 0, sent: 0, refused: 0 },
      retrying: 0,
      oldestPendingAt: undefined,
      lastError: undefined,
    });
    const [a = '', b = '', c = ''] = await queue(engine, 4);
    await idsClaimed('owner', NOW, { limit: 4 });
    await complete(db, leaseOf(a, 'owner'), NOW);
    await refuse(db, leaseOf(b, 'owner'), 'SMTP 550');
    await retryLater(db, leaseOf(c, 'owner'), NOW + 1000, 'SMTP 450');
    expect(await outboxStatus(db)).toEqual({
      byState: { pending: 2, sent: 1, refused: 1 },
      retrying: 1,
      oldestPendingAt: NOW,
      lastError: 'SMTP 450',
    });
  });

  it('goes with the message', async () => {
    await queue(engine, 2);
    await engine.storage.db.deleteFrom('message').where('id', '=', 'm0').execute();
    expect((await listMails(engine.storage.db, 'pending', 10)).map(({ message_id }) => message_id)).toEqual([
      'm1',
    ]);
  });

  describe('rescheduling', () => {
    const dueTimes = async () =>
      (await engine.storage.db.selectFrom('outbox').select('due_at').orderBy('id').execute()).map(
        ({ due_at }) => due_at - NOW,
      );

    const away = { now: NOW, since: NOW - 30_000, code: 'ECONNREFUSED' };

    it('leaves to a process that sends what waits for its turn', async () => {
      const { db } = engine.storage;
      const [a = ''] = await queue(engine, 3);
      await idsClaimed('other', NOW, { limit: 1 });
      await complete(db, leaseOf(a, 'other'), NOW);
      const later = { ...away, now: NOW + 29_000, since: NOW - 1_000, until: NOW + 90_000 };
      await postpone(db, later);
      await postponeUntaken(db, { ...later, since: NOW });
      expect(await dueTimes()).toEqual([0, 0, 0]);
      await postponeUntaken(db, { ...later, now: NOW + 31_000, since: NOW + 1_000 });
      expect((await dueTimes()).sort()).toEqual([0, 90_000, 90_000]);
    });

    it('puts off together what nobody works on, and brings it forward again', async () => {
      await queue(engine, 3);
      await idsClaimed('owner', NOW, { limit: 1 });
      await postpone(engine.storage.db, { ...away, until: NOW + 60_000 });
      expect((await dueTimes()).sort()).toEqual([0, 60_000, 60_000]);
      await postpone(engine.storage.db, { ...away, until: NOW + 30_000 });
      expect((await dueTimes()).sort()).toEqual([0, 60_000, 60_000]);
      await bringForward(engine.storage.db, NOW + 1);
      expect((await dueTimes()).sort()).toEqual([0, 1, 1]);
    });

    it('shortens what a clock gone back left far ahead', async () => {
      const [id = ''] = await queue(engine, 2, NOW + 3_600_000);
      await idsClaimed('owner', NOW + 3_600_000, { limit: 1 });
      await clampTimes(engine.storage.db, NOW, 900_000, LEASE.leaseMs);
      expect(await dueTimes()).toEqual([900_000, 900_000]);
      const leases = await engine.storage.db
        .selectFrom('outbox')
        .select('lease_until')
        .where('lease_until', 'is not', null)
        .execute();
      expect(leases).toEqual([{ lease_until: NOW + LEASE.leaseMs }]);
      expect(id).toBeTruthy();
    });
  });
});
