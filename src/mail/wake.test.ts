import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { createDelivery, type Delivery } from './delivery.server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const WAKES = 100_000;
/** A promise with its reactions takes more than this. */
const LEAST_BYTES_KEPT = 100;

onSqlite('waking the delivery', (engine) => {
  let delivery: Delivery;
  const answer = Promise.withResolvers<void>();

  afterEach(async () => {
    answer.resolve();
    await delivery.stop();
  });

  it('again and again while mails go out keeps nothing of it in memory (R13)', async () => {
    const clock = handClock();
    await storeMessages(engine.storage, [aMessage()], clock.now());
    const begun = Promise.withResolvers<void>();
    delivery = createDelivery({
      storage: engine.storage,
      clock,
      logger: { info() {}, warn() {}, error() {} },
      owner: randomUUID(),
      random: Math.random,
      firstRetryMs: 1_000,
      compose: async () => ({ envelope: { from: 'a@exemple.fr', to: [] }, raw: Buffer.from('') }),
      transport: {
        send: async () => {
          begun.resolve();
          await answer.promise;
          return { kind: 'accepted' };
        },
        check: async () => ({ kind: 'accepted' }),
      },
    });
    delivery.wake();
    await begun.promise;
    const kept = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = kept();
    for (let wakes = 0; wakes < WAKES; wakes += 1) delivery.wake();
    await new Promise(setImmediate);
    expect(kept() - before).toBeLessThan(WAKES * LEAST_BYTES_KEPT);
  });
});
