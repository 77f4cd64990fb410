import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import Fastify from 'fastify';
import type { Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aMessage, contactInput } from '../../tests/support/contact.ts';
import { deliveryBench } from '../../tests/support/delivery-bench.ts';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { postMessage, startTestServer } from '../../tests/support/server.ts';
import { forEachEngine, onSqlite } from '../../tests/support/storage.ts';
import { DAY_MS, systemClock } from '../config/clock.ts';
import { storeMessage } from '../contact/store-message.server.ts';
import { contactSubjects } from '../words/specified.ts';
import { type MailOptions, registerMail } from './mail.server.ts';
import { composeNotice, dropOldNotices, enqueueStuckNotice, postNotice } from './notice.server.ts';

/** This value in place of a status breaks the connection without an answer. */
const BROKEN = 0;

async function startReceiver() {
  const received: Record<string, unknown>[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const { 'idempotency-key': key, 'content-type': type } = request.headers;
    received.push({ key, type, ...((await json(request)) as object) });
    const status = answers.shift() ?? 200;
    if (status === BROKEN) request.socket.destroy();
    else response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/secret-path`,
    received,
    /** Statuses of the next answers; later answers have 200. */
    answers,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

describe('a notice', () => {
  it('says that a message came, its subject and its time, and whether it looks automatic', () => {
    expect(composeNotice(aMessageRow(), 'received-1')).toEqual({
      event: 'received',
      id: aMessageRow().id,
      subject: 'Projet web à discuter',
      receivedAt: '2026-11-20T09:30:00.000Z',
      text: expect.stringContaining('Nouveau message du site\u00a0: Projet web à discuter.'),
    });
    const { text } = composeNotice(aMessageRow({ suspect: 1 }), 'received-1');
    expect(text).toMatch(/^Nouveau message du site, peut-être automatique\u00a0: /);
  });

  it('holds nothing personal, whatever a message holds', () => {
    // The texts are so long that they occur in nothing else.
    const text = fc.string({ minLength: 12 });
    const row = fc.record({ fullname: text, email: text, phone: text, body: text, subject: text });
    const property = fc.property(row, fc.constantFrom('received-1', 'stuck-1'), (personal, id) => {
      const said = JSON.stringify(composeNotice(aMessageRow(personal), id));
      for (const value of Object.values(personal))
        expect(said).not.toContain(JSON.stringify(value).slice(1, -1));
    });
    fc.assert(property);
    for (const subject of contactSubjects)
      expect(composeNotice(aMessageRow({ subject }), 'received-1').subject).toBe(subject);
  });
});

describe('what NOTIFY_URL answers', () => {
  const send = async (url = receiver.url, signal = new AbortController().signal) =>
    postNotice(url, composeNotice(aMessageRow(), 'received-1'), signal);

  it.each([
    [204, { kind: 'accepted' }],
    [302, { kind: 'refused', code: 'HTTP 302' }],
    [503, { kind: 'refused', code: 'HTTP 503' }],
    [BROKEN, { kind: 'refused', code: 'UND_ERR_SOCKET' }],
  ])(
    '%i accepts or refuses it, and is never followed elsewhere; the identifier is always the same',
    async (status, outcome) => {
      receiver.answers.push(status);
      expect(await send()).toEqual(outcome);
      const key = `received-${aMessageRow().id}`;
      expect(receiver.received).toMatchObject([{ key, type: 'application/json' }]);
    },
  );

  it('is an outcome too if nobody listens, or the site stops', async () => {
    expect(await send('http://127.0.0.1:1/')).toMatchObject({ kind: 'unreachable' });
    expect(await send(receiver.url, AbortSignal.abort())).toEqual({ kind: 'interrupted', code: 'EABORT' });
  });

  it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT'])('is a refusal after %s', async (code) => {
    const broken = Object.assign(new TypeError('fetch failed'), { cause: { code } });
    const error = code === 'ETIMEDOUT' ? new DOMException('late', 'TimeoutError') : broken;
    using _fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(error);
    using limit = vi.spyOn(AbortSignal, 'timeout');
    expect(await send()).toEqual({ kind: 'refused', code });
    expect(limit).toHaveBeenCalledWith(60_000);
  });

  it.each(['chat.googleapis.com', 'hooks.slack.com'])('is text alone for %s', async (host) => {
    using fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('ok'));
    await send(`https://${host}/x`);
    expect(Object.keys(JSON.parse(`${fetched.mock.calls[0]?.[1]?.body}`))).toEqual(['text']);
  });
});

forEachEngine('the queue of notices', (engine) => {
  beforeEach(() => engine.clear());
  const { create, clock, stopAll } = deliveryBench(() => engine.storage, {
    queue: 'notice',
    send: (message, id, signal) => postNotice(receiver.url, composeNotice(message, id), signal),
  });
  afterEach(stopAll);
  const rows = () => engine.storage.db.selectFrom('notice').selectAll().execute();

  it('drops outdated notices, as when NOTIFY_URL comes back after months', async () => {
    await storeMessage(engine.storage, aMessage({ message: 'Ancien' }), clock.now(), true);
    clock.advance(2 * DAY_MS);
    await storeMessage(engine.storage, aMessage({ message: 'Nouveau' }), clock.now(), true);
    clock.advance(9 * DAY_MS);
    await dropOldNotices(engine.storage.db, clock.now());
    expect((await rows()).map(({ created_at }) => created_at)).toEqual([clock.now() - 9 * DAY_MS]);
  });

  it('says once that mails do not leave, from several processes, and is deleted with its message', async () => {
    await enqueueStuckNotice(engine.storage.db, clock.now());
    const ids = ['Envoyé', 'Attend', 'Attend depuis plus longtemps'].map(
      async (message, days) =>
        (await storeMessage(engine.storage, aMessage({ message }), clock.now() - days * DAY_MS)).id,
    );
    const [sent = '', , id = ''] = await Promise.all(ids);
    const mails = engine.storage.db.updateTable('outbox').where('message_id', '=', sent);
    await mails.set({ state: 'sent', created_at: 0 }).execute();
    // A message queues no notice if NOTIFY_URL is not set.
    expect(await rows()).toEqual([]);
    for (let process = 0; process < 3; process += 1) await enqueueStuckNotice(engine.storage.db, clock.now());
    expect((await rows()).map((row) => row.id)).toEqual([`stuck-${id}`]);
    await create('one').idle();
    expect(receiver.received).toMatchObject([{ event: 'stuck', id }]);
    await engine.storage.db.deleteFrom('message').execute();
    expect(await rows()).toEqual([]);
  });
});

onSqlite('the queues of an app', (engine) => {
  it('drop old notices from the start on, tell once of mails that wait, share a look, and leave no timer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await storeMessage(engine.storage, aMessage(), Date.now() - 11 * DAY_MS, true);
    const config = { notifyUrl: receiver.url, smtpUrl: 'smtp://127.0.0.1:9', siteUrl: 'http://localhost' };
    const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() } as unknown as Logger;
    const [app, storage] = [Fastify(), { ...engine.storage }];
    const options = { config: { ...config, mailRetrySeconds: 30 }, storage, clock: systemClock, logger };
    const { status } = registerMail(app, options as MailOptions);
    const { db } = engine.storage;
    const notices = () => db.selectFrom('notice').select(['id', 'state']).execute();
    const stuck = (state: string) => [{ id: expect.stringMatching(/^stuck-/), state }];
    await expect.poll(notices).toEqual([]);
    const look = status();
    expect(status()).toBe(look);
    await look;
    expect(status()).not.toBe(look);
    vi.advanceTimersByTime(30_000);
    await expect.poll(notices).toEqual(stuck('pending'));
    // A failure that nobody handles would end the process.
    Object.assign(storage, { db: undefined });
    vi.advanceTimersByTime(3_600_000);
    await status();
    Object.assign(storage, { db });
    await app.ready();
    await expect.poll(notices).toEqual(stuck('sent'));
    const mail = () => db.selectFrom('outbox').select(['last_error', 'due_at']).executeTakeFirst();
    await expect.poll(mail).toMatchObject({ last_error: 'ECONNREFUSED' });
    expect((await mail())?.due_at, 'after MAIL_RETRY_SECONDS').toBeGreaterThan(Date.now() + 15_000);
    await db.updateTable('notice').set({ created_at: 0 }).execute();
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(notices).toEqual([]);
    await app.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a message sent to the site is told to NOTIFY_URL, again after a refusal, without anything personal', async () => {
  receiver.answers.push(503);
  const server = await startTestServer({ NOTIFY_URL: receiver.url, MAIL_RETRY_SECONDS: '1' });
  await postMessage(server.url);
  await expect.poll(() => receiver.received).toHaveLength(2);
  await expect.poll(() => server.logged).toContainEqual(expect.objectContaining({ msg: 'notice delivered' }));
  expect(server.logged).toContainEqual(expect.objectContaining({ msg: 'notice to be retried' }));
  const mail = await server.storage.db.selectFrom('outbox').select(['state', 'attempts']).execute();
  expect(mail).toEqual([{ state: 'pending', attempts: 0 }]);
  expect(receiver.received[0]).toMatchObject({ event: 'received', subject: contactInput.subject });
  expect(JSON.stringify(receiver.received)).not.toMatch(/Ada|ada@|assez long/);
  await server.stop();
  expect(JSON.stringify(server.logged)).not.toContain('secret-path');
});
