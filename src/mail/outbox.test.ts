import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { type EngineUnderTest, forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import { DAY_MS } from '../config/clock.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { listMails, mailOf, outboxStatus, resendRefused, watchOutbox } from './outbox.server.ts';
import { type Claimed, createQueue, enqueue } from './queue.server.ts';
import { MAX_DELAY_MS } from './retry-delays.ts';

const NOW = Date.UTC(2026, 10, 20, 9, 30);
const LEASE_UNTIL = NOW + 120_000;

async function queue({ storage }: EngineUnderTest, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `m${index}`);
  await storage.db.transaction().execute(async (trx) => {
    const rows = ids.map((id) => aMessageRow({ id }));
    await trx.insertInto('message').values(rows).execute();
    for (const id of ids) await enqueue(trx, 'outbox', { id: `o${id}`, messageId: id }, NOW);
  });
  return ids.map((id) => `o${id}`);
}

forEachEngine('the outbox', (engine) => {
  beforeEach(() => engine.clear());
  const as = (owner: string, storage = engine.storage) => createQueue(storage, owner);
  const take = (owner: string, now = NOW) => as(owner).claim(now, LEASE_UNTIL);
  const takeAll = async (owner: string, now = NOW, storage = engine.storage) => {
    const ids: string[] = [];
    const next = () => as(owner, storage).claim(now, LEASE_UNTIL);
    for (let mail = await next(); mail; mail = await next()) {
      ids.push(mail.id);
      // No test queues more; a queue that gives a mail twice would never be empty.
      if (ids.length > 60) throw new Error('A mail was claimed twice.');
    }
    return ids;
  };
  const set = (id: string, changes: object) =>
    engine.storage.db.updateTable('outbox').set(changes).where('id', '=', id).execute();
  const row = (id: string) =>
    engine.storage.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const mail = (id: string): Claimed => {
    return { id, message_id: id.slice(1), attempts: 0, created_at: NOW, last_error: null };
  };
  const outcome = { attempts: 1, due_at: NOW, last_error: null, sent_at: null };

  it('A2: gives the mails of suspect messages last, even those that have waited longer', async () => {
    await queue(engine, 6);
    const { db } = engine.storage;
    for (const id of ['m0', 'm2', 'm4'])
      await db.updateTable('message').set({ suspect: 1 }).where('id', '=', id).execute();
    await set('om5', { due_at: NOW - 10 });
    await set('om4', { due_at: NOW - 20 });
    const ids = await takeAll('owner');
    expect([ids[0], ids[3]]).toEqual(['om5', 'om4']);
    expect(ids.slice(3).sort()).toEqual(['om0', 'om2', 'om4']);
  });

  it('R5: gives each mail to one owner, however many ask, from several processes', async () => {
    const ids = await queue(engine, 60);
    const processes = await Promise.all([1, 2, 3].map(() => openStorage(engine.location)));
    const owners = Array.from({ length: 9 }, (_, index) => `owner-${index}`);
    const taken = owners.map((owner, index) => takeAll(owner, NOW, processes[index % 3]));
    expect((await Promise.all(taken)).flat().sort()).toEqual(ids.sort());
    await Promise.all(processes.map((each) => each.close()));
  });

  it('gives the oldest due first, and nothing before its time', async () => {
    const [first = '', second = ''] = await queue(engine, 2);
    await set(first, { due_at: NOW + 1 });
    expect(await take('a')).toEqual(mail(second));
    expect(await takeAll('a')).toEqual([]);
    expect(await takeAll('a', NOW + 1)).toEqual([first]);
    expect(await row(first)).toMatchObject({ lease_owner: 'a', lease_until: LEASE_UNTIL });
  });

  it('gives a mail whose due time can only come from a wrong clock (R10)', async () => {
    const [far = '', near = ''] = await queue(engine, 2);
    await set(far, { due_at: NOW + MAX_DELAY_MS + 1 });
    await set(near, { due_at: NOW + MAX_DELAY_MS });
    expect(await takeAll('a')).toEqual([far]);
  });

  it('ends a lease, but not one that its owner has renewed', async () => {
    const [id = '', other = ''] = await queue(engine, 2);
    await takeAll('dead');
    const leases = await as('b').leases();
    expect(leases.map((lease) => lease.id).sort()).toEqual([id, other]);
    await as('dead').renew([other.slice(1)], LEASE_UNTIL + 1);
    await as('thief').renew([id.slice(1)], LEASE_UNTIL + 1);
    for (const lease of leases) await as('b').endLease(lease);
    expect(await as('b').leases()).toMatchObject([{ id: other, lease_until: LEASE_UNTIL + 1 }]);
    expect(await takeAll('b')).toEqual([id]);
  });

  it('lets nobody but the owner settle, and only once', async () => {
    const [id = '', other = ''] = await queue(engine, 2);
    await takeAll('owner');
    await as('thief').settle(mail(id), { ...outcome, state: 'refused' });
    expect(await row(id)).toMatchObject({ state: 'pending', lease_owner: 'owner' });
    await as('owner').settle(mail(id), { ...outcome, state: 'sent', sent_at: NOW + 5 });
    const sent = { state: 'sent', sent_at: NOW + 5, lease_owner: null, lease_until: null };
    expect(await row(id)).toMatchObject(sent);
    await as('owner').settle(mail(id), { ...outcome, state: 'refused' });
    expect(await row(id)).toMatchObject(sent);
    expect(await row(other)).toMatchObject({ state: 'pending', lease_owner: 'owner' });
  });

  it('makes waiting mails due, not those that are being sent or have left', async () => {
    const [waiting = '', sending = '', sent = ''] = await queue(engine, 3);
    await set(waiting, { due_at: NOW + 60_000 });
    await set(sending, { due_at: NOW + 60_000, lease_owner: 'a', lease_until: LEASE_UNTIL });
    await set(sent, { due_at: NOW + 60_000, state: 'sent' });
    await as('a').makeAllDue(NOW + 1);
    const due = await Promise.all([waiting, sending, sent].map(async (id) => (await row(id)).due_at - NOW));
    expect(due).toEqual([1, 60_000, 60_000]);
  });

  it('keeps a refused mail until it is sent again (R4)', async () => {
    const [id = '', sent = '', waits = ''] = await queue(engine, 3);
    const { db } = engine.storage;
    await set(id, { state: 'refused', last_error: 'SMTP 550', attempts: 9 });
    await set(sent, { state: 'sent' });
    await set(waits, { due_at: NOW + 60_000 });
    expect(await takeAll('owner', NOW + 1)).toEqual([]);
    expect(await listMails(db, 'refused', 10)).toEqual([expect.objectContaining({ id })]);
    expect(await mailOf(db, id.slice(1))).toMatchObject({ id, attempts: 9 });
    expect(await resendRefused(db, NOW + 5)).toBe(1);
    expect(await resendRefused(db, NOW + 5)).toBe(0);
    // The mail is queued anew: its five days of attempts and its waiting time begin now.
    const anew = { state: 'pending', attempts: 0, created_at: NOW + 5, due_at: NOW + 5 };
    expect(await row(id)).toMatchObject(anew);
    expect(await row(sent)).toMatchObject({ state: 'sent' });
    expect(await row(waits)).toMatchObject({ due_at: NOW + 60_000, created_at: NOW });
  });

  it('reports waiting and refused mails, and the age of the oldest (R4)', async () => {
    const { db } = engine.storage;
    const none = { pending: 0, sent: 0, refused: 0, oldestSeconds: 0, lastError: null, stuck: false };
    expect(await outboxStatus(db, NOW, true)).toEqual(none);
    const [a = '', b = '', c = '', d = ''] = await queue(engine, 5);
    await set(a, { state: 'sent', created_at: NOW - 9_000 });
    await set(b, { state: 'refused', last_error: 'SMTP 550', due_at: NOW + 9_000 });
    await set(c, { due_at: NOW + 2_000, last_error: 'SMTP 450' });
    await set(d, { due_at: NOW + 1_000, last_error: 'SMTP 451', created_at: NOW + 5_000 });
    const counts = { pending: 3, sent: 1, refused: 1, lastError: 'SMTP 450', stuck: false };
    expect(await outboxStatus(db, NOW - 1, true)).toEqual({ ...counts, oldestSeconds: 0 });
    expect(await outboxStatus(db, NOW + 1_999, true)).toEqual({ ...counts, oldestSeconds: 1 });
  });
});

onSqlite('the outbox, whatever the engine', (engine) => {
  beforeEach(() => engine.clear());

  it('is stuck once a mail has waited for ten minutes, unless there is no mail server (R4, R14)', async () => {
    await queue(engine, 1);
    const stuck = async (waited: number, sends = true) =>
      (await outboxStatus(engine.storage.db, NOW + waited, sends)).stuck;
    expect(await stuck(600_000 - 1)).toBe(false);
    expect(await stuck(600_000)).toBe(true);
    expect(await stuck(600_000, false)).toBe(false);
    // A clock that was ahead by a day, or more, has dated these mails.
    expect(await stuck(-DAY_MS)).toBe(false);
    expect(await stuck(-DAY_MS - 1)).toBe(true);
  });

  it('R19: leases of others are not looked at while the store is locked, since their owners cannot renew them', async () => {
    const looked = vi.fn();
    using other = new DatabaseSync(join(engine.location.dataDir, 'vitrine.db'));
    other.exec('begin immediate');
    const leases = createQueue(engine.storage, 'b').leases().then(looked);
    await delay(100);
    expect(looked).not.toHaveBeenCalled();
    other.exec('rollback');
    await leases;
    expect(looked).toHaveBeenCalledOnce();
  });
});

it('the watch logs once that the queue is stuck and once that it no longer is, and tells until that has succeeded', async () => {
  vi.useFakeTimers();
  const status = { pending: 1, sent: 0, refused: 0, oldestSeconds: 600, lastError: null };
  const states = [undefined, undefined, true, true, true, false, false];
  const look = vi.fn(async () => {
    const stuck = states.shift();
    if (stuck === undefined) throw new Error('no store');
    return { ...status, stuck };
  });
  const logger = { info: vi.fn(), error: vi.fn() };
  const onStuck = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no store'));
  const stop = watchOutbox(look, logger, onStuck);
  await vi.advanceTimersByTimeAsync(3 * 30_000);
  expect(onStuck).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(4 * 30_000);
  await stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(look).toHaveBeenCalledTimes(7);
  // The call is repeated after its failure, and not after its success.
  expect(onStuck).toHaveBeenCalledTimes(2);
  expect(logger.error).toHaveBeenCalledExactlyOnceWith({ ...status, stuck: true }, 'outbox stuck');
  expect(logger.info).toHaveBeenCalledExactlyOnceWith({ ...status, stuck: false }, 'outbox no longer stuck');
  vi.useRealTimers();
});
