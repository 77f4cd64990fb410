import { expect, it } from 'vitest';
import { postGraphQL, serverForAll } from '../../tests/support/server.ts';
import { apiErrors, httpErrors } from '../words/errors.ts';

const server = serverForAll();

const text = async (path: string, init: RequestInit) => {
  const answer = await fetch(server.url + path, init);
  const { headers } = answer;
  return [answer.status, headers.get('content-type'), await answer.text(), headers.get('cache-control')];
};

const plain = (status: keyof typeof httpErrors, kept = 'no-store') => [
  status,
  'text/plain; charset=utf-8',
  `${httpErrors[status]}\n`,
  kept,
];

it('API-4: requests refused before GraphQL have a stable code and words of the API', async () => {
  const asked: [string, Record<string, string>, number, keyof typeof apiErrors][] = [
    ['x'.repeat(32 * 1024), {}, 400, 'BAD_REQUEST'],
    ['x'.repeat(32 * 1024 + 1), {}, 413, 'BODY_TOO_LARGE'],
    ['<a/>', { 'content-type': 'application/xml' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{}', { 'content-encoding': 'gzip' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{}', { origin: 'https://ailleurs.exemple' }, 403, 'CROSS_SITE_REFUSED'],
  ];
  for (const [body, headers, status, code] of asked) {
    const answer = await postGraphQL(server.url, body, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({ errors: [{ message: apiErrors[code], extensions: { code } }] });
  }
  expect(apiErrors.BODY_TOO_LARGE).toContain('32');
});

it('API-4: a query string changes nothing, and a longer path is not the API', async () => {
  const compressed = { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: '{}' };
  expect((await text('/graphql?a', compressed))[2]).toContain('"UNSUPPORTED_MEDIA_TYPE"');
  expect(await text('/graphqlx', { method: 'POST' })).toEqual(plain(404));
});

it('a form of another site, a refused method and too many cookies are answered with an explanation', async () => {
  const headers = { origin: 'https://evil.example' };
  expect(await text('/contact', { method: 'POST', headers, body: new URLSearchParams() })).toEqual(
    plain(403, 'private, no-cache'),
  );
  expect(await text('/about', { method: 'DELETE' })).toEqual(plain(405));
  expect(await text('/', { headers: { cookie: 'a'.repeat(18_000) } }), 'whole').toEqual(plain(431));
});
