import { expect, it } from 'vitest';
import { serverForAll } from '../support/server.ts';
import { exchange } from './raw-http.ts';

const server = serverForAll();
const send = (bytes: string) => exchange(Number(new URL(server.url).port), bytes);

const HOST = 'Host: localhost';
/** A second request, which a server would answer if it took the body of the first one for the next message. */
const HIDDEN = `GET /about HTTP/1.1\r\n${HOST}\r\n\r\n`;

function message(first: string, headers: readonly string[], body = ''): string {
  return `${[first, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

const post = (headers: readonly string[], body = '') =>
  message('POST /graphql HTTP/1.1', [HOST, 'Content-Type: application/json', ...headers], body);
const get = (headers: readonly string[], first = 'GET / HTTP/1.1') => message(first, headers);

/** Messages that two servers in a row could read differently (RFC 9112), and bytes that are no HTTP. More: connections.test.ts. */
const malformed: Record<string, string> = {
  'both lengths': post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`),
  'two lengths': post(['Content-Length: 0', `Content-Length: ${HIDDEN.length}`], HIDDEN),
  'a length beyond every number': post([`Content-Length: 9${'9'.repeat(40)}`], '{}'),
  'chunked after a blank': post(['Transfer-Encoding : chunked', 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`),
  'chunked twice': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${HIDDEN}`),
  'a chunk ended by a lone line feed': post(['Transfer-Encoding: chunked'], `2\n{}\n0\n\n${HIDDEN}`),
  'chunked in HTTP/1.0': message('GET / HTTP/1.0', [HOST, 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  'a folded header': get([HOST, 'X-Long: a', ' Content-Length: 5']),
  'a lone carriage return in a header': get([HOST, 'X-Bad: a\rContent-Length: 5']),
  'no host': get(['X-Other: a']),
  'two hosts': get([HOST, 'Host: autre.example']) + HIDDEN,
  'a host with a path': get(['Host: localhost/x']),
  'an empty host': get(['Host: ']),
  'a target that is no path': get([HOST], 'GET * HTTP/1.1'),
  'lone line feeds': `GET / HTTP/1.1\n${HOST}\n\n`,
  'a body that is refused before it comes': post(['Content-Encoding: gzip', 'Content-Length: 9000000'], 'x'),
  'a body that no page takes': message('DELETE /about HTTP/1.1', [HOST, 'Content-Length: 9000000'], 'x'),
};

it.each(Object.entries(malformed))('%s: refused or closed, never answered twice', async (_name, bytes) => {
  const { statuses, closed, text } = await send(bytes);
  expect(statuses.length).toBeLessThanOrEqual(1);
  for (const status of statuses) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
  }
  expect(closed).toBe(true);
});
