import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aMessage } from '../../tests/support/contact.ts';
import { contactMutation } from '../contact/mutation.ts';
import { createEngine } from './engine.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Posts a message; `outcome` is what becomes of it, `given` is called with the answer. */
function ask(outcome: Promise<never>) {
  const logger = { error: vi.fn() };
  const contact = { receive: () => outcome };
  const engine = createEngine({
    logger: logger as never,
    contact,
    profile: () => null,
    introspection: false,
  });
  const { origin: _origin, suspectReasons: _reasons, ...input } = aMessage();
  const body = JSON.stringify({ query: contactMutation, variables: { input } });
  const given = vi.fn();
  void Promise.resolve(engine(body, undefined, { address: '192.0.2.1' })).then(given);
  return { logger, given };
}

it('an answer that takes 15 seconds is given up with 503 and a code (API-4)', async () => {
  const { given } = ask(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
  expect(JSON.stringify(given.mock.calls)).toContain('SERVICE_OVERLOADED');
});

it('what fails after that is logged all the same: the message is not stored', async () => {
  const failed = Promise.withResolvers<never>();
  const { logger, given } = ask(failed.promise);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(given).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
  expect(logger.error).not.toHaveBeenCalled();
  const cause = new Error('away');
  failed.reject(cause);
  await vi.advanceTimersByTimeAsync(0);
  expect(logger.error).toHaveBeenCalledExactlyOnceWith({ err: cause }, 'GraphQL request failed');
});
