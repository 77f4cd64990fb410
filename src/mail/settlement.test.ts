import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { claim } from './claim.server.ts';
import { createOutage } from './outage.ts';
import { mailRetries, serverRetries } from './retry-delays.ts';
import { createSettlement } from './settlement.server.ts';

const FIRST = 30_000;
const random = () => 0.5;

onSqlite('when the mail server takes mail again', (engine) => {
  const clock = handClock();
  let monotonic: number;
  const onReturn = vi.fn();
  const create = (db = engine.storage.db) =>
    createSettlement({
      db,
      clock,
      owner: 'a',
      random,
      retries: mailRetries(FIRST),
      outage: createOutage(serverRetries(FIRST), random, () => monotonic),
      monotonic: () => monotonic,
      onReturn,
    });
  const claimAll = () => claim(engine.storage, { owner: 'a', now: clock.now(), limit: 9, leaseMs: 600_000 });

  beforeEach(async () => {
    await engine.clear();
    monotonic = 5_000_000;
    onReturn.mockClear();
    const messages = ['one', 'two', 'three'].map((message) => aMessage({ message }));
    await storeMessages(engine.storage, messages, clock.now());
  });

  async function failThenAccept(waited: number, kind: 'temporary' | 'unreachable' = 'temporary') {
    const settlement = create();
    const [first, second, third] = await claimAll();
    if (!first || !second || !third) throw new Error('Three mails were to be claimed.');
    await settlement.conclude(first, { kind, code: 'X' });
    monotonic += waited;
    await settlement.conclude(second, { kind, code: 'X' });
    await settlement.conclude(third, { kind: 'accepted' });
    const rows = await engine.storage.db.selectFrom('outbox').select(['state', 'due_at']).execute();
    return rows.filter(({ state }) => state === 'pending').map(({ due_at }) => due_at - clock.now());
  }

  it.each(['temporary', 'unreachable'] as const)(
    'after the first delay of trouble (%s), all that waited is due, and another round is asked for',
    async (kind) => {
      expect(await failThenAccept(FIRST, kind)).toEqual([0, 0]);
      expect(onReturn).toHaveBeenCalledTimes(1);
    },
  );

  it('after less, a mail put off among others that pass keeps its delay', async () => {
    const waits = await failThenAccept(FIRST - 1);
    expect(waits).toEqual([FIRST, FIRST]);
    expect(onReturn).not.toHaveBeenCalled();
  });

  it('a mail that passes without trouble before changes nothing for the others', async () => {
    const settlement = create();
    const [first] = await claimAll();
    if (!first) throw new Error('A mail was to be claimed.');
    monotonic += 10 * FIRST;
    await settlement.conclude(first, { kind: 'accepted' });
    expect(onReturn).not.toHaveBeenCalled();
  });

  it('a mail that can neither be tried nor given back is left to its lease', async () => {
    const settlement = create({} as never);
    const [first] = await claimAll();
    if (!first) throw new Error('A mail was to be claimed.');
    settlement.held.add(first.id);
    await expect(settlement.giveBack(first)).rejects.toThrow(TypeError);
    expect(settlement.held).toEqual(new Set());
    expect((await claimAll()).map(({ id }) => id)).toEqual([]);
    clock.advance(600_000);
    expect((await claimAll()).map(({ id }) => id)).toContain(first.id);
  });
});

describe('an outage', () => {
  it('is over when the server answers: the next failure waits the first delay again', () => {
    let monotonic = 0;
    const outage = createOutage(serverRetries(FIRST), random, () => monotonic);
    expect(outage.failed()).toBe(FIRST);
    monotonic += FIRST;
    expect(outage.failed()).toBe(2 * FIRST);
    expect([outage.holds, outage.suspected]).toEqual([true, true]);
    outage.ended();
    expect([outage.holds, outage.suspected]).toEqual([false, false]);
    expect(outage.failed()).toBe(FIRST);
  });
});
