import { expect, it } from 'vitest';
import { exchange } from '../../tests/security/raw-http.ts';
import { serverForAll } from '../../tests/support/server.ts';

const server = serverForAll();

it.each([
  ['DELETE', '/about', 'GET, HEAD'],
  ['PATCH', '/contact', 'GET, HEAD, POST'],
  ['PUT', '/graphql', 'POST'],
  ['PUT', '/insights/view', 'POST'],
  ['POST', '/robots.txt?a=b', 'GET, HEAD'],
  ['TRACE', '/r%6fbots.txt', 'GET, HEAD'],
  ['PROPFIND', '/assets/entry.js', 'GET, HEAD'],
] as const)('%s %s names the allowed methods', async (method, url, allow) => {
  const answer = await server.app.inject({ method: method as 'PUT', url });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
  if (url === '/graphql') expect(answer.json().errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
});

it.each(['/nulle-part', '/*', '/:page', '/assets/'])('no method is named for %s', async (url) => {
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode, headers } = await server.app.inject({ method, url });
    expect([method, statusCode, headers.allow]).toEqual([method, 404, undefined]);
  }
});

it('PAGE-1: an address that cannot be decoded gets the 404 page', async () => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${server.url}/100%`, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(method === 'GET' ? '/404' : '');
    // The connection closes, because no hook has counted this request.
    expect(answer.headers.get('connection')).toBe('close');
  }
});

it.each(['/', '/contact'])('HEAD of %s has the headers of GET, also with 304', async (path) => {
  const get = await fetch(server.url + path, { headers: { 'accept-encoding': 'gzip' } });
  const etag = get.headers.get('etag') ?? '';
  const head = await fetch(server.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['content-type', 'content-encoding', 'vary', 'cache-control'])
    expect(head.headers.get(name), name).toBe(get.headers.get(name));
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20);
  const known = { 'accept-encoding': 'gzip', 'if-none-match': etag };
  const unchanged = await fetch(server.url + path, { method: 'HEAD', headers: known });
  expect([unchanged.status, unchanged.headers.get('content-length')]).toEqual([304, null]);
});

it.each([
  ['/contact/', '/contact'],
  ['/Contact', '/contact'],
  ['/LEGAL-mention/?a=B', '/legal-mention?a=B'],
])('PAGE-1: %s redirects to %s permanently', async (path, address) => {
  const { status, headers } = await fetch(server.url + path, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, address]);
});

it.each(['//', '/contact//', '/Nulle-Part/'])('PAGE-1: %s does not exist', async (path) => {
  expect((await server.app.inject(path)).statusCode).toBe(404);
});

it.each([
  ['http://localhost/About/?a=b', 308],
  ['HTTP://localhost:3000', 200],
  ['https://ailleurs.exemple?a=b', 200],
  ['http://localhost/about', 200],
])('PAGE-1: GET %s, with an origin before the path, is answered like the path', async (target, status) => {
  const request = `GET ${target} HTTP/1.1\r\nHost: [::1]:3000\r\nConnection: close\r\n\r\n`;
  const { statuses, text } = await exchange(Number(new URL(server.url).port), request);
  expect(statuses).toEqual([status]);
  if (status === 308) expect(text).toMatch(/^location: \/about\?a=b\r$/im);
});
