import type { Transaction } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { contactInput, handClock } from '../../tests/support/contact.ts';
import { postMessage, serverForTest } from '../../tests/support/server.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { createReceive } from './receive.server.ts';

const source = { address: '192.0.2.1', origin: 'api' } as const;
type Commit = (write: (trx: Transaction<Database>) => Promise<boolean>) => Promise<unknown>;
/** Makes the receiver of messages. @param stored the store that the commit writes to, and that is asked after it failed */
function receiveWith(commit: Commit, limiter = async () => 0, stored?: Storage) {
  const db = { transaction: () => ({ execute: commit }), selectFrom: stored?.db.selectFrom.bind(stored.db) };
  const mail = { notifies: false, wake: vi.fn() };
  const metrics = { countMessage: vi.fn() };
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const storage = { ...stored, db } as unknown as Storage;
  const receive = createReceive({ storage, clock: handClock(), logger, limiter, mail, metrics });
  return { receive, mail, metrics, logger };
}

const overloaded = { kind: 'overloaded', retryAfterSeconds: 5 };

it('lets a thousand messages wait for the store and refuses the next', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { receive } = receiveWith(() => promise);
  const waiting = Array.from({ length: 1_000 }, () => receive(contactInput, source));
  await vi.waitFor(async () => expect(await receive(contactInput, source)).toEqual(overloaded));
  resolve(true);
  expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  expect(await receive(contactInput, source)).toEqual({ kind: 'accepted' });
});

const failed = { kind: 'failed', retryAfterSeconds: 5 };

it.each([
  ['another program locks the store (R21)', { errcode: 5 }],
  ['another program locks the counts of the limit (R21)', { code: '55P03' }],
  ['the disk is full', { errcode: 13 }],
  ['the file was replaced', { code: 'ERR_STORE_FILE_GONE' }],
])('R26: asks to retry later while %s, and logs that once', async (_what, facts) => {
  const error = Object.assign(new Error('not now'), facts);
  const commit = vi.fn(async () => Promise.reject(error));
  const { receive, logger, metrics } = receiveWith(commit);
  expect(await receive(contactInput, source)).toEqual(failed);
  await receive(contactInput, source);
  expect(commit).toHaveBeenCalledTimes(2);
  expect(logger.error.mock.calls).toEqual([[{ err: error }, 'messages not stored']]);
  commit.mockResolvedValueOnce(true as never);
  await receive(contactInput, source);
  expect(logger.info.mock.calls).toEqual([['messages stored again']]);
  expect(metrics.countMessage.mock.calls.flat()).toEqual(['failed', 'failed', 'accepted']);
});

it.each([
  ['53300', 'no connection is left'],
  ['57P01', 'the server stops'],
  ['57P02', 'the server crashes'],
  ['57P03', 'the server starts'],
  ['57P05', 'a session has idled'],
  ['08006', 'a connection breaks'],
  ['ECONNREFUSED', 'no server listens'],
  ['ECONNRESET', 'a connection is cut'],
  ['EPIPE', 'a connection was cut'],
  ['', 'a pool has no connection to give'],
])('R28: takes the message at the second try after %s: %s', async (code, _what) => {
  const refusal = Object.assign(new Error('not now'), code && { code });
  const limiter = vi.fn(async () => 0).mockRejectedValueOnce(refusal);
  const commit = vi.fn(async () => true).mockRejectedValueOnce(refusal);
  const { receive } = receiveWith(commit, limiter);
  expect(await receive(contactInput, source)).toEqual({ kind: 'accepted' });
  expect([limiter.mock.calls.length, commit.mock.calls.length]).toEqual([2, 2]);
});

it('R28: gives up after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const commit = async () => {
    vi.advanceTimersByTime(4_000);
    throw Object.assign(new Error('not now'), { code: '53300' });
  };
  expect(await receiveWith(commit).receive(contactInput, source)).toEqual(failed);
  expect(performance.now()).toBe(12_000);
});

it('wakes the deliveries for a message that is new, and counts every result', async () => {
  const commit = vi.fn(async () => true).mockResolvedValueOnce(false);
  const { receive, mail, metrics, logger } = receiveWith(commit);
  await receive(contactInput, source);
  expect(mail.wake).not.toHaveBeenCalled();
  await receive(contactInput, source);
  expect(mail.wake).toHaveBeenCalledOnce();
  await receive({}, source);
  expect(metrics.countMessage.mock.calls.flat()).toEqual(['accepted', 'accepted', 'invalid']);
  expect(logger.warn).not.toHaveBeenCalled();
});

it('accepts a message that a failed commit stored nevertheless, sends its mail, and warns', async () => {
  const lost = new Error('no answer');
  const { storage } = await serverForTest();
  const { receive, mail, logger } = receiveWith(
    async (write) => {
      await storage.db.transaction().execute(write);
      throw lost;
    },
    undefined,
    storage,
  );
  expect(await receive(contactInput, source)).toEqual({ kind: 'accepted' });
  expect(mail.wake).toHaveBeenCalledOnce();
  expect(logger.warn.mock.calls).toEqual([[{ err: lost }, 'message stored although the store failed']]);
});

it('A2: a message is marked for its name as approved, never for its text', async () => {
  const { storage, url } = await serverForTest();
  await expectApproved('suspect-names.approved.txt', async (given) => {
    const [fullname, message] = given.split(' | ');
    await postMessage(url, { fullname, message });
    const newest = storage.db.selectFrom('message').select('suspect_reasons').orderBy('id', 'desc');
    return (await newest.executeTakeFirstOrThrow()).suspect_reasons;
  });
});
