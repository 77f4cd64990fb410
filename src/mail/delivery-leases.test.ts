import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accepted, deliveryBench, names, SECOND, temporary } from '../../tests/support/delivery-bench.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import type { Delivery } from './delivery.server.ts';
import type { Outcome } from './transport.server.ts';

forEachEngine('delivery by several processes and clocks', (engine) => {
  let b: ReturnType<typeof deliveryBench>;
  let delivery: Delivery;
  beforeEach(async () => {
    await engine.clear();
    b = deliveryBench(() => engine.storage);
    delivery = b.create('one');
  });
  afterEach(() => b.stopAll());

  it('takes over the mails of a process that died, once its lease is over', async () => {
    await b.store('left behind');
    b.state.answer = () => new Promise<never>(() => {});
    b.create('dead').wake();
    await expect.poll(() => b.tried).toHaveLength(1);
    b.state.answer = () => accepted;
    b.pass(2 * 60 * SECOND - 1);
    await delivery.runOnce();
    expect(b.delivered).toEqual([]);
    b.pass(1);
    await delivery.runOnce();
    expect(b.delivered).toEqual(['left behind']);
  });

  it('leaves a mail to the process that is at work on it, however long that takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const answer = Promise.withResolvers<Outcome>();
    b.state.answer = () => answer.promise;
    await b.store('slow');
    const slow = delivery.runOnce();
    await expect.poll(() => b.tried).toHaveLength(1);
    const other = b.create('other');
    // One renewal at a time: of two under way the first might be written last.
    for (let renewals = 0; renewals < 22; renewals += 1) {
      b.pass(30 * SECOND);
      await vi.advanceTimersByTimeAsync(30 * SECOND);
      const renewed = expect.objectContaining({ lease_until: b.clock.now() + 2 * 60 * SECOND });
      await expect.poll(b.rows).toEqual([renewed]);
      await other.runOnce();
    }
    answer.resolve(accepted);
    await slow;
    // A round does not wait for what takes long: on a busy machine it may be over before the mail is.
    await expect.poll(b.rows).toEqual([expect.objectContaining({ state: 'sent', attempts: 1 })]);
    // Nothing is renewed any more.
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(b.tried).toEqual(['slow']);
  });

  it('sends nothing twice when the clock jumps forward a day during a delivery (R10)', async () => {
    await b.store('slow');
    const answer = Promise.withResolvers<Outcome>();
    b.state.answer = () => answer.promise;
    const other = b.create('other');
    const first = delivery.runOnce();
    await expect.poll(() => b.tried.length).toBeGreaterThan(0);
    b.clock.advance(24 * 3600 * SECOND);
    void delivery.runOnce();
    await other.runOnce();
    answer.resolve(accepted);
    await first;
    await delivery.runOnce();
    await other.runOnce();
    expect(b.tried).toEqual(['slow']);
  });

  it('sends nothing twice when the clock jumps forward between two mails (R10)', async () => {
    await b.store('slow', 'jump', ...names(5));
    const answer = Promise.withResolvers<Outcome>();
    b.state.answer = (body) => {
      if (body === 'jump') b.clock.advance(24 * 3600 * SECOND);
      return body === 'slow' ? answer.promise : accepted;
    };
    const all = delivery.runOnce();
    await expect.poll(() => b.delivered).toHaveLength(6);
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer.resolve(accepted);
    await all;
    expect(b.tried).toHaveLength(7);
  });

  it('takes nothing over from another process when the clock jumps forward amid a round (R10)', async () => {
    const answer = Promise.withResolvers<Outcome>();
    b.state.answer = (body) => {
      if (body === 'jump') b.clock.advance(24 * 3600 * SECOND);
      return body === 'slow' ? answer.promise : accepted;
    };
    await b.store('slow');
    const slow = b.create('other').runOnce();
    await expect.poll(() => b.tried).toEqual(['slow']);
    await b.store('jump', ...names(5));
    const round = delivery.runOnce();
    await expect.poll(() => b.delivered).toHaveLength(6);
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer.resolve(accepted);
    await Promise.all([slow, round]);
    expect(b.tried).toHaveLength(7);
  });

  it('leaves nothing behind when the clock goes back an hour (R10)', async () => {
    await b.store('put off');
    b.state.answer = () => temporary;
    await delivery.runOnce();
    b.clock.advance(-3600 * SECOND);
    b.state.answer = () => accepted;
    b.pass(30 * SECOND);
    await delivery.runOnce();
    expect(b.delivered).toEqual(['put off']);
  });

  it('leaves nothing behind when the clock went back while nothing ran', async () => {
    b.clock.advance(3600 * SECOND);
    await b.store('from the future');
    b.clock.advance(-3600 * SECOND);
    delivery = b.create('later');
    await delivery.runOnce();
    b.pass(900 * SECOND);
    await delivery.runOnce();
    expect(b.delivered).toEqual(['from the future']);
  });
});
