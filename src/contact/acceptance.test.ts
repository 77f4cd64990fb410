import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, handClock } from '../../tests/support/contact.ts';
import { forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import type { SqliteStorage, Storage } from '../storage/storage.ts';
import { createAcceptance, OverloadedError } from './acceptance.server.ts';

/** Counts the transactions asked of the store. */
function counting(storage: Storage): Storage & { transactions: number } {
  const counted = { ...storage, transactions: 0 };
  if (counted.engine === 'sqlite') {
    const { runInTransaction } = counted;
    counted.runInTransaction = (...work) => {
      counted.transactions += 1;
      return runInTransaction(...work);
    };
    return counted;
  }
  counted.db = new Proxy(storage.db, {
    get(db, name) {
      if (name === 'transaction') counted.transactions += 1;
      const value = Reflect.get(db, name);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  return counted;
}

/** Makes the queue of mails refuse every row, and take them again. */
const queueTriggers = {
  sqlite: {
    refuse: `create trigger refuse before insert on outbox begin select raise(abort, 'refused'); end`,
    takeAgain: 'drop trigger refuse',
  },
  postgres: {
    refuse: 'alter table outbox add constraint refuse check (false) not valid',
    takeAgain: 'alter table outbox drop constraint refuse',
  },
};

forEachEngine('acceptance', (engine) => {
  const clock = handClock();
  const wake = vi.fn();
  let storage: ReturnType<typeof counting>;
  let accept: ReturnType<typeof createAcceptance>['accept'];

  beforeEach(async () => {
    await engine.clear();
    wake.mockClear();
    storage = counting(engine.storage);
    accept = createAcceptance({ storage, clock, wake }).accept;
  });

  const stored = () => storage.db.selectFrom('message').selectAll().orderBy('body').execute();

  it('stores the message and its mail together (API-3)', async () => {
    const { id } = await accept(aMessage({ suspectReasons: ['markup', 'many-links'] }));
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
    const mails = await storage.db.selectFrom('outbox').selectAll().execute();
    expect(mails).toEqual([
      expect.objectContaining({
        message_id: id,
        state: 'pending',
        attempts: 0,
        due_at: clock.now(),
        lease_owner: null,
      }),
    ]);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('API-3: keeps no message whose mail cannot be queued, for both are one transaction', async () => {
    const { refuse, takeAgain } = queueTriggers[engine.engine];
    await sql.raw(refuse).execute(engine.storage.db);
    await expect(accept(aMessage())).rejects.toThrow();
    expect(await stored()).toEqual([]);
    await sql.raw(takeAgain).execute(engine.storage.db);
    expect((await accept(aMessage())).id).toBeDefined();
    expect(await stored()).toHaveLength(1);
  });

  it('shares transactions between the messages that arrive together', async () => {
    const results = await Promise.all(
      Array.from({ length: 500 }, (_, index) => accept(aMessage({ message: `Message numéro ${index}` }))),
    );
    expect(new Set(results.map(({ id }) => id)).size).toBe(500);
    expect(await stored()).toHaveLength(500);
    expect(await storage.db.selectFrom('outbox').select('id').execute()).toHaveLength(500);
    expect(storage.transactions).toBeLessThanOrEqual(3);
    const late = accept(aMessage({ message: 'Pendant une validation' }));
    await new Promise(setImmediate);
    const later = [1, 2, 3].map((index) => accept(aMessage({ message: `Ensuite ${index}` })));
    await Promise.all([late, ...later]);
    expect(storage.transactions).toBeLessThanOrEqual(5);
  });

  it('stores an identical message once in 10 minutes, and answers both', async () => {
    const [first, second] = await Promise.all([
      accept(aMessage()),
      accept(aMessage({ email: 'zoe.lefevre@EXAMPLE.org' })),
    ]);
    expect([typeof first.id, second.id]).toEqual(['string', undefined]);
    clock.advance(10 * 60_000);
    expect((await accept(aMessage())).id).toBeUndefined();
    expect(wake).toHaveBeenCalledTimes(1);
    clock.advance(1);
    expect((await accept(aMessage())).id).toBeDefined();
    expect(await stored()).toHaveLength(2);
    for (const change of [{ message: 'Autre message' }, { phone: '' }, { fullname: 'Zoé L.' }]) {
      expect((await accept(aMessage(change))).id).toBeDefined();
    }
  });

  it('stores an identical message once when it reaches two processes at once', async () => {
    const other = createAcceptance({ storage: engine.storage, clock, wake });
    for (let round = 0; round < 10; round += 1) {
      const message = aMessage({ message: `Tour numéro ${round}` });
      const results = await Promise.all([accept(message), other.accept(message)]);
      expect(results.filter(({ id }) => id === undefined)).toHaveLength(1);
    }
    expect(await stored()).toHaveLength(10);
  });

  it('refuses a bad row without its neighbours', async () => {
    const bad = aMessage({ origin: 'elsewhere' as 'api', message: 'Mauvaise ligne' });
    const results = await Promise.allSettled([
      accept(aMessage({ message: 'Premier message' })),
      accept(bad),
      accept(aMessage({ message: 'Second message' })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).map(({ body }) => body)).toEqual(['Premier message', 'Second message']);
  });
});

onSqlite('acceptance when the store fails once it has the messages', (engine) => {
  it('API-3: says of each what became of it, as if nothing had failed', async () => {
    const storage = { ...engine.storage } as SqliteStorage;
    const { runInTransaction } = storage;
    storage.runInTransaction = async (...work) => {
      await runInTransaction(...work);
      throw new Error('the disk is full');
    };
    const onDurableFailure = vi.fn();
    const { accept } = createAcceptance({ storage, clock: handClock(), wake() {}, onDurableFailure });
    const results = await Promise.all([accept(aMessage()), accept(aMessage())]);
    expect(results.map(({ id }) => typeof id)).toEqual(['string', 'undefined']);
    expect(onDurableFailure).toHaveBeenCalledExactlyOnceWith(new Error('the disk is full'));
    await expect(accept(aMessage())).rejects.toThrow('the disk is full');
    expect(await storage.db.selectFrom('message').select('id').execute()).toHaveLength(1);
  });
});

describe('acceptance without a store', () => {
  const clock = handClock();

  it('tries once for all when the store is down', async () => {
    const runInTransaction = vi.fn(() => Promise.reject(new Error('down')));
    const storage = { engine: 'sqlite', runInTransaction } as unknown as Storage;
    const { accept } = createAcceptance({ storage, clock, wake() {} });
    const results = await Promise.allSettled(
      [1, 2, 3].map((index) => accept(aMessage({ message: `${index}` }))),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runInTransaction).toHaveBeenCalledTimes(1);
  });

  it('holds 5,000 messages and no more', async () => {
    const never = new Promise(() => {});
    const storage = { engine: 'sqlite', runInTransaction: () => never } as unknown as Storage;
    const { accept } = createAcceptance({ storage, clock, wake() {} });
    accept(aMessage());
    await new Promise(setImmediate);
    for (let index = 1; index < 5_000; index += 1) accept(aMessage());
    await expect(accept(aMessage())).rejects.toThrow(OverloadedError);
  });
});
