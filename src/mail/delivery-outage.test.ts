import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createDelivery } from './delivery.server.ts';
import type { Outcome } from './transport.server.ts';

const FIRST = 30_000;
const unreachable: Outcome = { kind: 'unreachable', code: 'ECONNREFUSED' };

onSqlite('delivery', (engine) => {
  let clock: ReturnType<typeof handClock>;
  let monotonic: number;
  let answer: Outcome;
  let send: () => Promise<Outcome>;
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  const create = (storage: Storage = engine.storage) =>
    createDelivery({
      storage,
      transport: { send: () => send(), check: async () => answer },
      compose: async () => ({ envelope: { from: 'a', to: ['b'] }, raw: Buffer.from('') }),
      clock,
      logger,
      owner: 'one',
      random: () => 0.5,
      firstRetryMs: FIRST,
      monotonic: () => monotonic,
    });
  const pass = (milliseconds: number) => {
    clock.advance(milliseconds);
    monotonic += milliseconds;
  };
  const waits = async () => {
    const rows = await engine.storage.db.selectFrom('outbox').select(['state', 'due_at']).execute();
    return rows.filter(({ state }) => state === 'pending').map(({ due_at }) => due_at - clock.now());
  };

  afterEach(() => {
    vi.useRealTimers();
  });
  beforeEach(async () => {
    await engine.clear();
    clock = handClock();
    monotonic = 0;
    send = async () => answer;
    for (const log of Object.values(logger)) log.mockClear();
    await storeMessages(engine.storage, [aMessage()], clock.now());
  });

  it('waits longer at each failure to reach the server, and the first delay again after its return', async () => {
    const delivery = create();
    answer = unreachable;
    await delivery.runOnce();
    expect(await waits()).toEqual([FIRST]);
    pass(FIRST);
    await delivery.runOnce();
    expect(await waits()).toEqual([2 * FIRST]);
    pass(2 * FIRST);
    answer = { kind: 'accepted' };
    await delivery.runOnce();
    expect(await waits()).toEqual([]);
    answer = unreachable;
    await storeMessages(engine.storage, [aMessage({ message: 'another one' })], clock.now());
    await delivery.runOnce();
    expect(await waits()).toEqual([FIRST]);
  });

  it.each([
    ['a server that puts the mail off is reached', { kind: 'temporary', code: 'SMTP 450' }, FIRST],
    ['a mail given up on this side says nothing of it', { kind: 'interrupted', code: 'ECOMPOSE' }, 2 * FIRST],
  ] as const)('%s', async (_what, outcome, wait) => {
    const delivery = create();
    answer = unreachable;
    await delivery.runOnce();
    pass(FIRST);
    answer = outcome;
    await delivery.runOnce();
    answer = unreachable;
    pass(2 * FIRST);
    await delivery.runOnce();
    expect(await waits()).toEqual([wait]);
  });

  it.each([
    ['info', { kind: 'accepted' }, 'mail delivered'],
    ['warn', { kind: 'temporary', code: 'SMTP 450' }, 'mail put off'],
    ['error', { kind: 'permanent', code: 'SMTP 550' }, 'mail refused'],
  ] as const)('logs at level %s what became of a mail', async (level, outcome, words) => {
    answer = outcome;
    await create().runOnce();
    expect(logger[level]).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ...outcome, attempt: 1 }),
      words,
    );
    const others = Object.entries(logger).filter(([name]) => name !== level);
    for (const [, log] of others) expect(log).not.toHaveBeenCalled();
  });

  it('logs that the store cannot be reached, and does not fall over', async () => {
    create({ ...engine.storage, db: undefined as never }).wake();
    await expect
      .poll(() => logger.error)
      .toHaveBeenCalledExactlyOnceWith({ err: expect.any(TypeError) }, 'outbox not reachable');
  });

  describe('a message that cannot be read', () => {
    const broken = (storage: Storage): Storage => ({ ...storage, reads: undefined as never });
    const row = () => engine.storage.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();

    it('is a trouble of the store, not of its mail, which is given back as it was for a little later', async () => {
      const before = await row();
      await expect(create(broken(engine.storage)).runOnce()).rejects.toThrow(TypeError);
      expect(await row()).toEqual({ ...before, due_at: clock.now() + FIRST });
      pass(FIRST);
      answer = { kind: 'accepted' };
      await create().runOnce();
      expect(await row()).toMatchObject({ state: 'sent', attempts: 1 });
    });

    it('is logged as one', async () => {
      create(broken(engine.storage)).wake();
      await expect.poll(() => logger.error).toHaveBeenCalled();
      expect(logger.error.mock.calls).toEqual([[{ err: expect.any(TypeError) }, 'outbox not reachable']]);
    });

    it('says nothing of the mail server', async () => {
      const storage = { ...engine.storage };
      const delivery = create(storage);
      answer = unreachable;
      await delivery.runOnce();
      pass(FIRST);
      Object.assign(storage, { reads: undefined });
      await expect(delivery.runOnce()).rejects.toThrow(TypeError);
      Object.assign(storage, { reads: engine.storage.reads });
      pass(FIRST);
      await delivery.runOnce();
      expect(await waits()).toEqual([2 * FIRST]);
    });
  });

  it('takes up a mail that the store had given to it without being able to say so', async () => {
    const storage = { ...engine.storage };
    const delivery = create(storage);
    Object.assign(storage, { reads: undefined });
    await expect(delivery.runOnce()).rejects.toThrow(TypeError);
    Object.assign(storage, { reads: engine.storage.reads });
    pass(FIRST);
    const taken = { lease_owner: 'one', lease_until: clock.now() + 120_000, attempts: 1 };
    await engine.storage.db.updateTable('outbox').set(taken).execute();
    answer = { kind: 'accepted' };
    await delivery.runOnce();
    const row = await engine.storage.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'sent', attempts: 1, lease_owner: null });
  });

  it('asks a server that was away on one connection, however long that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await storeMessages(engine.storage, [aMessage({ message: 'another one' })], clock.now());
    const delivery = create();
    answer = unreachable;
    await delivery.runOnce();
    pass(2 * FIRST);
    const asked: Outcome[] = [];
    const hung = Promise.withResolvers<Outcome>();
    send = () => {
      asked.push(unreachable);
      return hung.promise;
    };
    const round = delivery.runOnce();
    await expect.poll(() => asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await round;
    expect(asked).toHaveLength(1);
    hung.resolve(unreachable);
    await delivery.stop();
  });

  it('goes on when a message is erased at the moment its mail was taken', async () => {
    const nothing = { executeTakeFirst: async () => undefined };
    const reads = { selectFrom: () => ({ selectAll: () => ({ where: () => nothing }) }) };
    await create({ ...engine.storage, reads: reads as never }).runOnce();
    for (const log of Object.values(logger)) expect(log).not.toHaveBeenCalled();
  });
});
