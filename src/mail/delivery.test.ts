import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  accepted,
  deliveryBench,
  names,
  refused,
  SECOND,
  unreachable,
} from '../../tests/support/delivery-bench.ts';
import { type EngineUnderTest, forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { Delivery } from './delivery.server.ts';
import { resendRefused } from './outbox.server.ts';
import { LEASE_MS } from './queue.server.ts';
import type { Outcome } from './smtp.server.ts';

const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const forEver = () => new Promise<never>(() => {});

let b: ReturnType<typeof deliveryBench>;
let delivery: Delivery;

/** Returns the same store, but its queries fail if `fails` says so of their SQL. */
const failing = ({ db }: Storage, fails: (query: string) => boolean) =>
  db.withPlugin({
    transformQuery({ node }) {
      const query = node.kind === 'RawNode' ? node.sqlFragments.join('?') : node.kind;
      if (fails(query)) throw new Error('store down');
      return node;
    },
    transformResult: async ({ result }) => result,
  });

/** Prepares an empty store, and a delivery on it, for each test of a block. */
function onEmptyStore(engine: EngineUnderTest): void {
  beforeEach(async () => {
    await engine.clear();
    b = deliveryBench(() => engine.storage);
    delivery = b.create('one');
  });
  afterEach(async () => {
    vi.useRealTimers();
    await b.stopAll();
  });
}

forEachEngine('delivery', (engine) => {
  onEmptyStore(engine);

  it('makes waiting mails due once the server takes mail again (R3)', async () => {
    await b.store(...names(5));
    b.state.answer = () => refused;
    for (let round = 0; round < 3; round += 1) {
      await delivery.idle();
      b.pass(15 * MINUTE);
    }
    await delivery.idle();
    b.state.answer = () => accepted;
    await b.store('after the outage');
    await delivery.idle();
    expect(b.delivered).toHaveLength(6);
  });

  it('takes over the mails of a dead process after two minutes without a renewal', async () => {
    await b.store('left behind');
    b.state.answer = forEver;
    // A dead process renews no lease, whatever its timers do.
    let dead = true;
    const db = failing(engine.storage, () => dead && b.tried.length > 0);
    b.create('dead', { ...engine.storage, db }).wake();
    await expect.poll(() => b.tried).toHaveLength(1);
    b.state.answer = () => accepted;
    // The delivery counts one look in ten seconds, however often it wakes.
    for (let time = 0; time < 20; time += 1) await delivery.idle();
    await b.lookFor(delivery, LEASE_MS - 10 * SECOND);
    expect(b.delivered).toEqual([]);
    await b.lookFor(delivery, 10 * SECOND);
    expect(b.delivered).toEqual(['left behind']);
    dead = false;
  });

  it('leaves a mail to the process that sends it, however long that takes', async () => {
    const answer = Promise.withResolvers<Outcome>();
    b.state.answer = () => answer.promise;
    await b.store('slow');
    delivery.wake();
    await expect.poll(() => b.tried).toHaveLength(1);
    const other = b.create('other');
    for (let look = 0; look < 60; look += 1) {
      delivery.wake();
      // The renewal is written before the other process looks.
      await expect
        .poll(async () => (await b.rows())[0]?.lease_until)
        .toBeGreaterThan(b.clock.now() + LEASE_MS - 30 * SECOND);
      await b.lookFor(other, 10 * SECOND);
    }
    answer.resolve(accepted);
    await delivery.idle();
    expect(await b.rows()).toEqual([expect.objectContaining({ state: 'sent', attempts: 1 })]);
    expect(b.tried).toEqual(['slow']);
  });

  it('takes nothing over from another process when the clock jumps forward a day (R10, R19)', async () => {
    const answer = Promise.withResolvers<Outcome>();
    b.state.answer = (body) => {
      if (body === 'jump') b.clock.advance(DAY);
      return body === 'slow' ? answer.promise : accepted;
    };
    await b.store('slow');
    const other = b.create('other');
    other.wake();
    await expect.poll(() => b.tried).toEqual(['slow']);
    await b.store('jump', ...names(5));
    await delivery.idle();
    b.clock.advance(DAY);
    await delivery.idle();
    answer.resolve(accepted);
    await other.idle();
    expect(b.delivered).toHaveLength(7);
    expect(b.tried).toHaveLength(7);
  });
});

onSqlite('delivery, whatever the engine', (engine) => {
  onEmptyStore(engine);

  const onlyRow = async () => (await b.rows())[0];
  const withoutWrites = (fails: () => boolean) =>
    b.create('own', {
      ...engine.storage,
      db: failing(engine.storage, (query) => /^\s*update/.test(query) && fails()),
    });

  it('retries a refused mail after longer and longer waits, delays no other, and logs nothing personal', async () => {
    await b.store('refused', 'not composable', ...names(6));
    b.state.answer = (body) => (body === 'refused' ? refused : accepted);
    await delivery.idle();
    expect(b.delivered.sort()).toEqual(names(6));
    const waiting = (await b.rows()).filter(({ state }) => state === 'pending');
    expect(waiting.map(({ last_error }) => last_error).sort()).toEqual(['ECOMPOSE', 'SMTP 550']);
    const message = expect.any(String);
    const { info, warn, error } = b.logger;
    expect(info).toHaveBeenCalledWith({ message, attempt: 1, ...accepted }, 'mail delivered');
    expect(warn).toHaveBeenCalledWith({ message, attempt: 1, ...refused }, 'mail to be retried');
    expect(error).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error), message }, 'mail not composed');
    const written = JSON.stringify([info.mock.calls, warn.mock.calls]);
    expect(written).not.toMatch(/message \d|not composable|zoe|example\.org/i);
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      const row = (await b.rows()).find(({ last_error }) => last_error === 'SMTP 550');
      waits.push(((row?.due_at ?? 0) - b.clock.now()) / SECOND);
      b.pass((waits.at(-1) as number) * SECOND - 1);
      await delivery.idle();
      b.pass(1);
      await delivery.idle();
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    expect(b.tried.filter((body) => body === 'refused')).toHaveLength(9);
  });

  it.each([
    ['of refusals', refused, 'SMTP 550'],
    ['without a server', unreachable, 'ECONNREFUSED'],
  ] as const)(
    'R4, R14: gives up after five days %s, keeps the mail, and sends it on demand',
    async (_days, outcome, last_error) => {
      await b.store('kept');
      b.state.answer = () => outcome;
      for (let time = 0; time < 5 * DAY; time += 15 * MINUTE) {
        await delivery.idle();
        const attempts = outcome === unreachable ? 0 : expect.any(Number);
        expect(await onlyRow()).toMatchObject({ state: 'pending', last_error, attempts });
        b.pass(15 * MINUTE);
      }
      await delivery.idle();
      expect(await onlyRow()).toMatchObject({ state: 'refused', last_error, lease_owner: null });
      expect(b.logger.error).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining(outcome),
        'mail refused',
      );
      b.state.answer = () => accepted;
      b.pass(DAY);
      await delivery.idle();
      expect(b.delivered).toEqual([]);
      await resendRefused(engine.storage.db, b.clock.now());
      await delivery.idle();
      expect(b.delivered).toEqual(['kept']);
    },
  );

  it('cuts an exchange after twenty minutes, whatever the server does, and tries the mail again', async () => {
    const cut = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(cut.signal);
    await b.store('hangs');
    b.state.answer = () => new Promise(() => {});
    const idle = delivery.idle();
    await expect.poll(() => b.tried).toEqual(['hangs']);
    expect(timeout).toHaveBeenCalledWith(20 * MINUTE);
    cut.abort();
    await idle;
    expect(await onlyRow()).toMatchObject({ state: 'pending', lease_owner: null });
  });

  it('R10: a jump of the clock alone gives up no mail whose server is away', async () => {
    await b.store('waits');
    b.state.answer = () => unreachable;
    await delivery.idle();
    b.clock.advance(6 * DAY);
    b.pass(MINUTE);
    await delivery.idle();
    expect(b.tried).toHaveLength(2);
    expect(await onlyRow()).toMatchObject({ state: 'pending' });
  });

  it('asks a server that is away for a day with one mail at a time, counts no attempt, and delivers all at its return (R3)', async () => {
    await b.store(...names(50));
    b.state.answer = () => unreachable;
    await delivery.idle();
    expect(b.tried).toHaveLength(1);
    await b.store('during the outage');
    b.pass(30 * SECOND - 1);
    await delivery.idle();
    expect(b.tried).toHaveLength(1);
    b.pass(1);
    await delivery.idle();
    expect(b.tried).toHaveLength(2);
    for (let time = 0; time < DAY; time += 2 * MINUTE) {
      b.pass(2 * MINUTE);
      await delivery.idle();
      // Each mail has its turn, because one that breaks the server would otherwise hold back the others.
      expect(new Set(b.tried.slice(-50))).toHaveProperty('size', Math.min(b.tried.length, 50));
    }
    expect(b.tried).toHaveLength(2 + DAY / (2 * MINUTE));
    expect((await b.rows()).every(({ state, attempts }) => state === 'pending' && attempts === 0)).toBe(true);
    expect((await b.rows()).map(({ last_error }) => last_error)).toContain('ECONNREFUSED');
    b.state.answer = () => accepted;
    b.pass(2 * MINUTE);
    await delivery.idle();
    expect(b.delivered).toHaveLength(51);
  });

  it('delivers every mail after the clock goes back, also while the store is away (R10)', async () => {
    await b.store('put off');
    let broken = false;
    const own = withoutWrites(() => broken);
    b.state.answer = () => refused;
    await own.idle();
    b.state.answer = () => accepted;
    b.clock.advance(-5 * SECOND);
    b.pass(10 * SECOND);
    await own.idle();
    expect(b.delivered).toEqual([]);
    b.clock.advance(-5 * SECOND - 1);
    broken = true;
    await own.idle();
    broken = false;
    await own.idle();
    expect(b.delivered).toEqual(['put off']);
  });

  it('never repeats a mail whose outcome could not be stored, and stores it at a stop at the latest', async () => {
    await b.store('once');
    let broken = true;
    const own = withoutWrites(() => broken && b.delivered.length > 0);
    await own.idle();
    await own.idle();
    b.pass(60 * MINUTE);
    expect(b.logger.info).not.toHaveBeenCalledWith('outbox reachable again');
    const stopped = own.stop();
    broken = false;
    await stopped;
    expect(b.tried).toEqual(['once']);
    expect(await onlyRow()).toMatchObject({ state: 'sent', attempts: 1, lease_owner: null });
    // One line tells of the outage and one of its end, however often the store was asked.
    expect(b.logger.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error) },
      'outbox not reachable',
    );
    expect(b.logger.info).toHaveBeenLastCalledWith('outbox reachable again');
  });

  it('asks a store that stays away for three seconds, then stops all the same', async () => {
    await b.store('once');
    const own = withoutWrites(() => b.delivered.length > 0);
    await own.idle();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let stopped = false;
    const stopping = own.stop().then(() => (stopped = true));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(stopped).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(stopped).toBe(true);
    await stopping;
  });

  it('releases a mail whose message cannot be read, and counts no attempt', async () => {
    await b.store('unread');
    const own = b.create('own', { ...engine.storage, reads: failing(engine.storage, () => true) });
    await own.idle();
    expect(await onlyRow()).toMatchObject({
      state: 'pending',
      attempts: 0,
      lease_owner: null,
      due_at: b.clock.now() + 30 * SECOND,
    });
    expect(b.tried).toEqual([]);
    expect(b.logger.error).toHaveBeenCalledWith({ err: expect.any(Error) }, 'outbox not reachable');
    expect(b.logger.warn).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'ESTORE' }),
      'mail to be retried',
    );
  });

  it('continues when a message is erased just after its mail was claimed', async () => {
    const erased = ['erased 1', 'erased 2', 'erased 3', 'erased 4'];
    await b.store(...erased);
    b.pass(1);
    await b.store(...names(4));
    const reads = new Proxy(engine.storage.reads, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== 'selectFrom') return value;
        return () => target.selectFrom('message').where('body', 'not like', 'erased%');
      },
    });
    await b.create('own', { ...engine.storage, reads }).idle();
    expect(b.delivered.sort()).toEqual(names(4));
    expect((await b.rows()).filter(({ last_error }) => last_error !== null)).toEqual([]);
  });

  it('looks every second from its start to its stop', async () => {
    await b.store('before');
    delivery.start();
    await expect.poll(() => b.delivered).toEqual(['before']);
    await delivery.idle();
    await b.store('unannounced');
    await expect.poll(() => b.delivered).toHaveLength(2);
    const clearInterval = vi.spyOn(globalThis, 'clearInterval');
    await delivery.stop();
    expect(clearInterval).toHaveBeenCalledOnce();
  });

  it('begins others, up to four in all, beside a mail that takes a quarter of a second, and finishes them before it stops', async () => {
    const slow = Promise.withResolvers<Outcome>();
    b.state.answer = (body) => (body.startsWith('slow') ? slow.promise : accepted);
    for (const body of ['slow 1', 'slow 2', 'slow 3']) {
      await b.store(body);
      b.pass(1);
    }
    await b.store(...names(20));
    const nothingMoreThan = async (count: number) => {
      delivery.wake();
      for (let turn = 0; turn < 10; turn += 1) await b.rows();
      expect(b.tried).toHaveLength(count);
    };
    delivery.wake();
    for (const count of [1, 2, 3]) {
      await expect.poll(() => b.tried).toHaveLength(count);
      b.pass(249);
      await nothingMoreThan(count);
      b.pass(1);
      delivery.wake();
    }
    await expect.poll(() => b.delivered).toHaveLength(20);
    await b.store('slow 4');
    b.pass(250);
    await b.store('too late');
    delivery.wake();
    await expect.poll(() => b.tried).toHaveLength(24);
    b.pass(250);
    await nothingMoreThan(24);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopped = delivery.stop();
    slow.resolve(accepted);
    await stopped;
    // A leftover timer would keep the process alive.
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(b.delivered).toHaveLength(24);
    expect(b.state.most).toBe(4);
    expect((await b.rows()).filter(({ state }) => state === 'pending')).toHaveLength(1);
  });

  it('needs no look of the clock to begin another mail beside a slow one', async () => {
    b.state.answer = () => {
      b.pass(250);
      return forEver();
    };
    await b.store(...names(2));
    delivery.wake();
    await expect.poll(() => b.tried, { timeout: 5_000 }).toHaveLength(2);
  });

  it('aborts a delivery that does not end, and leaves it for a retry', async () => {
    await b.store('stuck');
    b.state.answer = forEver;
    delivery.wake();
    await expect.poll(() => b.tried).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopped = delivery.stop(100);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await stopped;
    expect(await onlyRow()).toMatchObject({ state: 'pending', attempts: 0, lease_owner: null });
  });
});
