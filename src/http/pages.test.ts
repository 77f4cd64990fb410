import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

let alone: TestServer;
let apart: TestServer;

beforeAll(async () => {
  alone = await startTestServer();
  apart = await startTestServer({ API_URL: 'https://api.exemple.fr' });
});

afterAll(() => Promise.all([alone.stop(), apart.stop()]));

it.each([
  ['a page', '/about', 'GET, HEAD'],
  ['the page with the form', '/contact', 'GET, HEAD, POST'],
  ['the API', '/graphql', 'POST'],
])('%s names every method that it takes when asked by another', async (_what, path, allow) => {
  const { status, headers } = await fetch(alone.url + path, { method: 'DELETE' });
  expect([status, headers.get('allow')]).toEqual([405, allow]);
});

const READ_ONLY = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/insights/script.js',
  '/assets/entry.js',
  '/robots.txt?a=b',
  '/r%6fbots.txt',
];

it.each(READ_ONLY)('%s is only read: every other method is told so', async (path) => {
  for (const method of ['PUT', 'DELETE', 'POST', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']) {
    const { statusCode, headers } = await alone.app.inject({ method: method as 'PUT', url: path });
    expect([method, statusCode, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
  }
});

it('what counts a visit is no page, and takes nothing but a post', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await alone.app.inject({ method, url: '/insights/view' });
    expect([statusCode, headers.allow]).toEqual([404, undefined]);
  }
  const { statusCode, headers } = await alone.app.inject({ method: 'PUT', url: '/insights/view' });
  expect([statusCode, headers.allow]).toEqual([405, 'POST']);
});

it.each(['/nulle-part', '/*', '/:page', '/assets', '/assets/'])('no method is named of %s', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE']) {
    const { statusCode, headers } = await alone.app.inject({ method: method as 'GET', url: path });
    expect([method, statusCode, headers.allow]).toEqual([method, 404, undefined]);
  }
});

const bodies = [
  ['a form', 'application/x-www-form-urlencoded', 'a=b'],
  ['a form with files', 'multipart/form-data; boundary=x', '--x--'],
  ['XML', 'application/xml', '<a/>'],
  ['broken JSON', 'application/json', '{'],
  ['more than is ever read', 'application/json', 'x'.repeat(200_000)],
] as const;

it.each(bodies)('whatever the other method carries: %s', async (_what, type, body) => {
  const asked = [
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/about', 'GET, HEAD'],
    ['PATCH', '/contact', 'GET, HEAD, POST'],
    ['PUT', '/graphql', 'POST'],
    ['DELETE', '/graphql', 'POST'],
    ['POST', '/robots.txt', 'GET, HEAD'],
  ] as const;
  for (const [method, path, allow] of asked) {
    const answer = await fetch(alone.url + path, { method, headers: { 'content-type': type }, body });
    expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow]);
  }
});

it.each(['GET', 'PUT'])('the API says so in its own form: %s', async (method) => {
  const answer = await fetch(`${alone.url}/graphql`, { method });
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'METHOD_NOT_ALLOWED' } }] });
});

it('the API on a host of its own names the preflight as well', async () => {
  const { status, headers } = await fetch(`${apart.url}/graphql`, { method: 'DELETE' });
  expect([status, headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
});

it('PAGE-1: an address that cannot be decoded is one that does not exist', async () => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${alone.url}/100%`, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(method === 'GET' ? '/404' : '');
    // No hook has counted it among what waits on its connection.
    expect(answer.headers.get('connection')).toBe('close');
  }
});

it.each(['/', '/about', '/contact'])('HEAD of %s says what GET would, of a 304 too', async (path) => {
  const get = await fetch(alone.url + path, { headers: { 'accept-encoding': 'gzip' } });
  const etag = get.headers.get('etag') ?? '';
  const head = await fetch(alone.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['content-type', 'content-encoding', 'vary', 'cache-control'])
    expect(head.headers.get(name), name).toBe(get.headers.get(name));
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20);
  const known = { 'accept-encoding': 'gzip', 'if-none-match': etag };
  const unchanged = await fetch(alone.url + path, { method: 'HEAD', headers: known });
  expect([unchanged.status, unchanged.headers.get('content-length')]).toEqual([304, null]);
});

it.each([
  ['/contact/', '/contact'],
  ['/Contact', '/contact'],
  ['/LEGAL-mention/?a=B', '/legal-mention?a=B'],
])('PAGE-1: %s leads to %s for good', async (path, address) => {
  const { status, headers } = await fetch(alone.url + path, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, address]);
});

it.each(['//', '/contact//', '/contact/x', '/Nulle-Part/'])('PAGE-1: %s does not exist', async (path) => {
  expect((await alone.app.inject(path)).statusCode).toBe(404);
});
