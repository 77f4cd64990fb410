import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aMessage } from '../../tests/support/contact.ts';
import { contactMutation } from '../contact/mutation.ts';
import { createEngine } from './engine.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('an answer that takes 15 seconds is given up with 503 and a code (API-4)', async () => {
  const logger = { error: vi.fn() } as never;
  const contact = { receive: () => new Promise<never>(() => {}) } as never;
  const engine = createEngine({ logger, contact, profile: () => null, introspection: false });
  const { origin: _origin, suspectReasons: _reasons, ...input } = aMessage();
  const body = JSON.stringify({ query: contactMutation, variables: { input } });
  const given = vi.fn();
  void Promise.resolve(engine(body, undefined, { address: '192.0.2.1' })).then(given);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
  expect(JSON.stringify(given.mock.calls)).toContain('SERVICE_OVERLOADED');
});
