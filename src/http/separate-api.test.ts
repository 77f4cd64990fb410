import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

const SITE = 'https://www.exemple.fr';
const API = 'https://api.exemple.fr';
const JSON_TYPE = { 'content-type': 'application/json' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SITE_URL: SITE, API_URL: API });
});
afterAll(() => server.stop());

it.each<[number, RequestInit]>([
  [204, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }],
  [413, { headers: JSON_TYPE, body: 'x'.repeat(70_000) }],
  [415, { headers: { 'content-type': 'text/plain' }, body: '{}' }],
  [415, { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: '{}' }],
  [405, { method: 'PUT' }],
])(
  'API-1: on a host of its own the API lets the pages of the site alone read its answers: %i %j',
  async (status, init) => {
    const ask = async (origin: string) => {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        ...init,
        headers: { ...init.headers, origin },
      });
      return { status: answer.status, ...Object.fromEntries(answer.headers) };
    };
    const own = await ask(SITE);
    expect(own).toMatchObject({ status, 'access-control-allow-origin': SITE, vary: 'origin' });
    expect(own).not.toHaveProperty('access-control-allow-credentials');
    const other = await ask('https://ailleurs.exemple');
    expect(other.status).toBeGreaterThanOrEqual(400);
    expect(other).not.toHaveProperty('access-control-allow-origin');
  },
);

it.each(['/', '/about', '/contact'])(
  'has one address a page: the API’s own name leads to the site from %s',
  async (path) => {
    const { statusCode, headers } = await server.app.inject({
      url: path,
      headers: { host: new URL(API).host },
    });
    expect([statusCode, headers.location]).toEqual([301, SITE + path]);
  },
);
