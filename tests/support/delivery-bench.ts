import { vi } from 'vitest';
import type { AcceptedMessage } from '../../src/contact/store-message.server.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from '../../src/mail/delivery.server.ts';
import type { Outcome } from '../../src/mail/smtp.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { aMessage, handClock, storeMessages } from './contact.ts';

export const accepted: Outcome = { kind: 'accepted' };
export const refused: Outcome = { kind: 'refused', code: 'SMTP 550' };
export const unreachable: Outcome = { kind: 'unreachable', code: 'ECONNREFUSED' };
/** One second, in milliseconds. */
export const SECOND = 1000;

/** Gives the outcome for a mail with this text, in place of the mail server. */
type Answer = (body: string) => Outcome | Promise<Outcome>;

/** Makes a mail server whose answers the test decides, and deliveries with clocks moved by hand. */
export function deliveryBench(storage: () => Storage, instead: Partial<DeliveryOptions> = {}, now?: number) {
  const clock = handClock(now);
  let monotonic = 5_000;
  const tried: string[] = [];
  const delivered: string[] = [];
  const state = { answer: (() => accepted) as Answer, atOnce: 0, most: 0 };
  const send: DeliveryOptions['send'] = async ({ body }, _id, signal) => {
    if (body === 'not composable') throw new Error('no');
    tried.push(body);
    state.atOnce += 1;
    state.most = Math.max(state.most, state.atOnce);
    const cut = new Promise<Outcome>((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'interrupted', code: 'EABORT' }));
    });
    const outcome = await Promise.race([state.answer(body), cut]);
    state.atOnce -= 1;
    if (outcome.kind === 'accepted') delivered.push(body);
    return outcome;
  };
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const all: Delivery[] = [];
  const create = (owner: string, on = storage()): Delivery => {
    const one = createDelivery({
      storage: on,
      send,
      clock,
      logger,
      owner,
      random: () => 0.5,
      firstRetryMs: 30 * SECOND,
      monotonic: () => monotonic,
      ...instead,
    });
    all.push(one);
    return one;
  };
  return {
    clock,
    tried,
    delivered,
    state,
    logger,
    create,
    /** Moves the wall clock and the monotonic clock. */
    pass(milliseconds: number) {
      clock.advance(milliseconds);
      monotonic += milliseconds;
    },
    /** Runs a delivery every ten seconds until this time has passed. */
    async lookFor(delivery: Delivery, milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += 10 * SECOND) {
        await delivery.idle();
        clock.advance(10 * SECOND);
        monotonic += 10 * SECOND;
      }
      await delivery.idle();
    },
    async store(...bodies: string[]) {
      const messages: AcceptedMessage[] = bodies.map((message) => aMessage({ message }));
      return storeMessages(storage(), messages, clock.now());
    },
    async stopAll() {
      await Promise.all(all.map((one) => one.stop(0)));
    },
    rows: () => storage().db.selectFrom('outbox').selectAll().execute(),
  };
}

/** Returns that many different texts. */
export const names = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`);
