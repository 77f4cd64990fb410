import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  accepted,
  deliveryBench,
  names,
  permanent,
  SECOND,
  takesTogether,
  temporary,
  unreachable,
} from '../../tests/support/delivery-bench.ts';
import { forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import type { Delivery } from './delivery.server.ts';
import { resend } from './resend.server.ts';
import type { Outcome } from './transport.server.ts';

forEachEngine('delivery', (engine) => {
  let b: ReturnType<typeof deliveryBench>;
  let delivery: Delivery;
  beforeEach(async () => {
    await engine.clear();
    b = deliveryBench(() => engine.storage);
    delivery = b.create('one');
  });
  afterEach(() => b.stopAll());

  it('delivers all that is due, at most four at a time, each once', async () => {
    await b.store(...names(30));
    b.state.answer = takesTogether(4);
    await delivery.runOnce();
    expect(b.delivered.sort()).toEqual(names(30).sort());
    expect(b.state.most).toBe(4);
    expect((await b.rows()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
    await delivery.runOnce();
    expect(b.tried).toHaveLength(30);
  });

  it('never sends a mail twice when several processes deliver', async () => {
    await b.store(...names(40));
    const others = ['two', 'three'].map((owner) => b.create(owner));
    await Promise.all([delivery, ...others].map((one) => one.runOnce()));
    expect(b.tried.sort()).toEqual(names(40).sort());
  });

  it('tries again later what is put off, and lists what is refused, without holding back the others', async () => {
    await b.store('put off', 'refused', 'not composable', ...names(6));
    b.state.answer = (body) => ({ 'put off': temporary, refused: permanent })[body] ?? accepted;
    await delivery.runOnce();
    expect(b.delivered.sort()).toEqual(names(6));
    const rows = await b.rows();
    expect(rows.filter(({ state }) => state === 'refused')).toEqual([
      expect.objectContaining({ last_error: 'SMTP 550' }),
    ]);
    const waiting = rows.filter(({ state }) => state === 'pending').map(({ last_error }) => last_error);
    expect(waiting.sort()).toEqual(['ECOMPOSE', 'SMTP 450']);
  });

  it('does not hurry a mail that is put off among others that pass', async () => {
    await b.store('put off', ...names(20));
    b.state.answer = (body) => (body === 'put off' ? temporary : accepted);
    await delivery.runOnce();
    expect(b.tried).toHaveLength(21);
  });

  it('waits longer after each failure of a mail, and never gives up', async () => {
    await b.store('put off');
    b.state.answer = () => temporary;
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      await delivery.runOnce();
      const [row] = await b.rows();
      waits.push(((row?.due_at ?? 0) - b.clock.now()) / SECOND);
      b.pass((waits.at(-1) as number) * SECOND - 1);
      await delivery.runOnce();
      b.pass(1);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    expect(b.tried).toHaveLength(8);
    b.state.answer = () => accepted;
    await delivery.runOnce();
    expect(b.delivered).toEqual(['put off']);
  });

  it('sends a refused mail when asked to', async () => {
    const [stored] = await b.store('refused');
    b.state.answer = () => permanent;
    await delivery.runOnce();
    b.state.answer = () => accepted;
    await delivery.runOnce();
    expect(b.delivered).toEqual([]);
    await resend(engine.storage.db, { messageId: stored?.id ?? '' }, b.clock.now());
    await delivery.runOnce();
    expect(b.delivered).toEqual(['refused']);
  });

  it('leaves an unreachable server alone, counts no attempt, and delivers all at its return', async () => {
    await b.store(...names(50));
    b.state.answer = () => unreachable;
    await delivery.runOnce();
    expect(b.tried.length).toBeLessThanOrEqual(4);
    const rows = await b.rows();
    expect(rows.every(({ attempts, last_error }) => attempts === 0 && last_error === 'ECONNREFUSED')).toBe(
      true,
    );
    expect(new Set(rows.map(({ due_at }) => due_at))).toEqual(new Set([b.clock.now() + 30 * SECOND]));

    const first = b.tried.length;
    await b.store('during the outage');
    await delivery.runOnce();
    expect(b.tried).toHaveLength(first);
    b.pass(30 * SECOND);
    await delivery.runOnce();
    expect(b.tried).toHaveLength(first + 1);
    for (let hour = 0; hour < 24 * 30; hour += 1) {
      b.pass(120 * SECOND);
      await delivery.runOnce();
    }
    const four = takesTogether(4);
    b.state.answer = () => (b.delivered.length === 0 ? accepted : four());
    b.pass(120 * SECOND);
    await delivery.runOnce();
    expect(b.delivered).toHaveLength(51);
    expect(b.state.most).toBe(4);
  }, 240_000);

  it('brings forward what waits once the server takes mail again (R3)', async () => {
    await b.store(...names(20));
    b.state.answer = () => temporary;
    for (let round = 0; round < 6; round += 1) {
      await delivery.runOnce();
      b.pass(900 * SECOND);
    }
    await delivery.runOnce();
    b.state.answer = () => accepted;
    await b.store('after the outage');
    await delivery.runOnce();
    expect(b.delivered).toHaveLength(21);
  });
});

onSqlite('delivery, whatever the engine', (engine) => {
  let b: ReturnType<typeof deliveryBench>;
  beforeEach(async () => {
    await engine.clear();
    b = deliveryBench(() => engine.storage);
  });

  it('does not send again what the store could not note', async () => {
    await b.store('once');
    const { db } = engine.storage;
    let broken = true;
    const failing = new Proxy(db, {
      get(target, name) {
        if (name === 'updateTable' && broken && b.delivered.length > 0) throw new Error('store down');
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const delivery = b.create('one', { ...engine.storage, db: failing });
    await expect(delivery.runOnce()).rejects.toThrow('store down');
    await expect(delivery.runOnce()).rejects.toThrow('store down');
    b.pass(3600 * SECOND);
    broken = false;
    await delivery.runOnce();
    expect(b.tried).toEqual(['once']);
    expect(await b.rows()).toEqual([expect.objectContaining({ state: 'sent', attempts: 1 })]);
  });

  it('looks by itself once started, and at once when woken', async () => {
    const delivery = b.create('one');
    await b.store('before');
    // Its second is over only when the test says so.
    const setInterval = vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce({} as NodeJS.Timeout);
    delivery.start();
    const [look, every] = setInterval.mock.calls[0] ?? [];
    setInterval.mockRestore();
    await expect.poll(() => b.delivered).toEqual(['before']);
    await delivery.runOnce();
    await b.store('after');
    delivery.wake();
    await expect.poll(() => b.delivered).toEqual(['before', 'after']);
    await delivery.runOnce();
    await b.store('unannounced');
    expect(every).toBeLessThanOrEqual(1 * SECOND);
    look?.();
    await expect.poll(() => b.delivered).toHaveLength(3);
    await delivery.stop();
    await b.store('too late');
    delivery.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(b.tried).toHaveLength(3);
  });

  it('goes on with others while the server takes its time with some, four at a time all the same', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = Promise.withResolvers<Outcome>();
    const soon = () => new Promise<Outcome>((resolve) => setTimeout(resolve, 5, accepted));
    b.state.answer = (body) => (body.startsWith('slow') ? slow.promise : soon());
    const delivery = b.create('one');
    await b.store('slow 1', 'slow 2', 'slow 3');
    const round = delivery.runOnce();
    await expect.poll(() => b.tried).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(5_000);
    await round;
    vi.useRealTimers();
    await b.store(...names(20));
    await delivery.runOnce();
    expect(b.delivered.sort()).toEqual(names(20).sort());
    slow.resolve(accepted);
    await delivery.stop();
    expect(b.delivered).toHaveLength(23);
    expect(b.state.most).toBe(4);
  });

  it('finishes what began before it stops', async () => {
    await b.store('first', 'second', 'third', 'fourth', 'fifth');
    const answer = Promise.withResolvers<Outcome>();
    b.state.answer = () => answer.promise;
    const delivery = b.create('one');
    delivery.wake();
    await expect.poll(() => b.tried).toHaveLength(4);
    const stopped = delivery.stop();
    answer.resolve(accepted);
    await stopped;
    expect(b.delivered).toHaveLength(4);
    const rows = await b.rows();
    expect(rows.map(({ state }) => state).sort()).toEqual(['pending', 'sent', 'sent', 'sent', 'sent']);
  });

  it('cuts short a delivery that does not end, and leaves it to be tried again', async () => {
    await b.store('stuck');
    b.state.answer = () => new Promise<never>(() => {});
    const delivery = b.create('one');
    delivery.wake();
    await expect.poll(() => b.tried).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopped = delivery.stop(100);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await stopped;
    expect(await b.rows()).toEqual([
      expect.objectContaining({ state: 'pending', lease_owner: null, last_error: 'EABORT' }),
    ]);
  });

  it('writes no personal data in the log', async () => {
    await b.store('secret words', 'refused words', 'put off words');
    b.state.answer = (body) => ({ 'refused words': permanent, 'put off words': temporary })[body] ?? accepted;
    await b.create('one').runOnce();
    const written = JSON.stringify([
      b.logger.info.mock.calls,
      b.logger.warn.mock.calls,
      b.logger.error.mock.calls,
    ]);
    expect(b.logger.info).toHaveBeenCalledTimes(1);
    expect(b.logger.warn).toHaveBeenCalledTimes(1);
    expect(b.logger.error).toHaveBeenCalledTimes(1);
    expect(written).not.toMatch(/words|zoe|example\.org/i);
  });
});
