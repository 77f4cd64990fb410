import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exchange } from '../../tests/security/raw-http.ts';
import { contactInput, handClock } from '../../tests/support/contact.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { type Clock, systemClock } from '../config/clock.ts';
import { contactMutation } from '../contact/mutation.ts';
import type { Engine } from '../graphql/engine.server.ts';
import { profileQuery } from '../startup/profile-query.ts';
import type { DirectRoute } from './direct.server.ts';
import { directGraphQL } from './direct-graphql.server.ts';
import { createAnswerStart } from './whole-answer.server.ts';

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await startTestServer();
  port = (server.app.server.address() as AddressInfo).port;
});

afterAll(() => server.stop());

function get(path: string, ...headers: string[]): string {
  return ['GET', path].join(' ').concat(' HTTP/1.1\r\nHost: localhost\r\n', ...headers, '\r\n');
}

function post(path: string, request: unknown, ...headers: string[]): string {
  const body = typeof request === 'string' ? request : JSON.stringify(request);
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const start = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  return start.concat(length, ...headers, '\r\n', Buffer.from(body).toString('latin1'));
}

interface Taken {
  direct: boolean;
  first: string | undefined;
  headers: string[];
  body: string | undefined;
}

/** An answer as it came; the framework sets the date last, `answerDirectly` first. */
async function take(bytes: string): Promise<Taken> {
  const { text } = await exchange(port, bytes, 5_000, 1);
  const [head = '', body] = text.split('\r\n\r\n');
  const [first, ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.replace(/^[\w-]+/, (name) => name.toLowerCase()));
  const date = headers.findIndex((line) => line.startsWith('date: '));
  expect(Math.abs(Date.parse(headers[date]?.slice(6) ?? '') - Date.now())).toBeLessThan(3000);
  return { direct: date === 0, first, headers: headers.toSpliced(date, 1).sort(), body };
}

const brotli = 'Accept-Encoding: br\r\n';
const profile = { query: profileQuery, variables: { id: 3 } };

describe('an ordinary request gets, byte for byte, the answer of the framework', () => {
  it.each([
    ['a page', (query: string) => get(`/${query}`, brotli)],
    ['a page, not compressed', (query: string) => get(`/about${query}`)],
    ['a page the browser has', (query: string) => get(`/${query}`, 'If-None-Match: *\r\n')],
    ['the profile', (query: string) => post(`/graphql${query}`, profile)],
    [
      'a message',
      (query: string) =>
        post(`/graphql${query}`, { query: contactMutation, variables: { input: contactInput } }),
    ],
    [
      'a wrong message',
      (query: string) =>
        post(`/graphql${query}`, {
          query: contactMutation,
          variables: { input: { ...contactInput, email: 'x' } },
        }),
    ],
    ['no JSON', (query: string) => post(`/graphql${query}`, '{')],
    [
      'text that is not UTF-8',
      (query: string) => post(`/graphql${query}`, '"Ren?e"').replace('n?e', 'n\xe9e'),
    ],
    [
      'a media type that is not offered',
      (query: string) => post(`/graphql${query}`, profile, 'Accept: text/html\r\n'),
    ],
    [
      'the newer media type',
      (query: string) =>
        post(`/graphql${query}`, { query: '{' }, 'Accept: application/graphql-response+json\r\n'),
    ],
  ])('%s', async (_name, bytes) => {
    const direct = await take(bytes(''));
    const framework = await take(bytes('?'));
    expect([direct.direct, framework.direct]).toEqual([true, false]);
    expect({ ...direct, direct: false }).toEqual(framework);
  });
});

describe('whatever is unusual is left to the framework', () => {
  it.each([
    ['a last request', get('/', 'Connection: close\r\n'), 200],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n', 200],
    ['a body with GET', get('/', 'Content-Length: 1\r\n').concat('x'), 200],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', get('/', 'Host: other\r\n'), 400],
    ['a compressed body', post('/graphql', profile, 'Content-Encoding: gzip\r\n'), 415],
    ['a page of another site', post('/graphql', profile, 'Origin: https://evil.example\r\n'), 403],
    ['a body too large', post('/graphql', 'x'.repeat(70_000)), 413],
    [
      'a body in parts',
      get('/graphql', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')
        .replace('GET', 'POST')
        .concat('2\r\n{}\r\n0\r\n\r\n'),
      400,
    ],
  ])('%s', async (_name, bytes, status) => {
    const { direct, first } = await take(bytes);
    expect([direct, first]).toEqual([false, expect.stringContaining(`HTTP/1.1 ${status}`)]);
  });
});

it('several requests sent at once are answered in their order, and the connection stays open', async () => {
  const bytes = [
    post('/graphql', { query: contactMutation, variables: { input: contactInput } }),
    get('/'),
    get('/?'),
  ];
  const { text, statuses, closed } = await exchange(port, bytes.join(''), 5_000, 3);
  expect([statuses, closed]).toEqual([[200, 200, 200], false]);
  expect(text.indexOf('"isSend":true')).toBeLessThan(text.indexOf('<p>/ '));
});

it('answers are counted', async () => {
  const answered = async () =>
    Number(/requests_total\{status="2xx"\} (\d+)/.exec(await server.metrics.text())?.[1]);
  const before = await answered();
  await exchange(port, get('/').repeat(3), 5_000, 3);
  expect(await answered()).toBe(before + 3);
});

it.each([
  [
    'at once',
    () => {
      throw new Error('lost');
    },
  ],
  ['later', () => Promise.reject(new Error('lost'))],
])('a failure %s is logged and told without its detail', async (_when, engine) => {
  const logger = { error: vi.fn() } as unknown as Logger;
  const [status, answer] = await answerOf(apiRoute(engine, logger, systemClock));
  expect([status, answer]).toEqual([500, expect.stringContaining('"code":"INTERNAL_SERVER_ERROR"')]);
  expect(answer).not.toContain('lost');
  expect(logger.error).toHaveBeenCalledOnce();
});

it('an answer that is given again has the date of its own second', async () => {
  const clock = handClock(Date.UTC(2026, 10, 24));
  const kept = { status: 200, headers: {}, body: '{}' };
  const route = apiRoute(() => kept, { error: vi.fn() } as unknown as Logger, clock);
  const dates: (string | undefined)[] = [];
  for (const step of [0, 400, 600]) {
    clock.advance(step);
    dates.push(/^Date: .*$/m.exec((await answerOf(route))[1])?.[0]);
  }
  const first = 'Date: Tue, 24 Nov 2026 00:00:00 GMT';
  expect(dates).toEqual([first, first, 'Date: Tue, 24 Nov 2026 00:00:01 GMT']);
});

function apiRoute(engine: Engine, logger: Logger, clock: Clock): DirectRoute {
  const answerStart = createAnswerStart(clock);
  const addressOf = () => '';
  return directGraphQL({ engine, logger, allowedOrigins: [], addressOf, baseHeaders: {}, answerStart });
}

/** Status and text of the answer to an empty question. */
function answerOf(route: DirectRoute): Promise<[number, string]> {
  const headers = { 'content-type': 'application/json', 'content-length': '2' };
  const request = Object.assign(Readable.from([Buffer.from('{}')]), { headers, socket: {} });
  const { promise, resolve } = Promise.withResolvers<[number, string]>();
  const send = (status: number, answer: Buffer | string) => resolve([status, `${answer}`]);
  expect(route.answer(request as never, { wait() {}, send })).toBe(true);
  return promise;
}
