import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { plainSite, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';

let server: TestServer;
let secure: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  secure = await startTestServer({ SITE_URL: 'https://www.exemple.fr' });
});

afterAll(() => Promise.all([server.stop(), secure.stop()]));

interface Asked {
  method?: string;
  path: string;
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const json = { 'content-type': 'application/json' };

/** One of every kind of answer. */
const answers: Record<string, Asked> = {
  page: { path: '/', status: 200 },
  'head of a page': { method: 'HEAD', path: '/about', status: 200 },
  asset: { path: '/assets/entry.js', status: 200 },
  script: { path: '/insights/script.js', status: 200 },
  view: { method: 'POST', path: '/insights/view', status: 204, body: '{}' },
  api: { method: 'POST', path: '/graphql', status: 200, headers: json, body: '{"query":"{__typename}"}' },
  'api, wrong method': { path: '/graphql', status: 405 },
  'api, wrong type': {
    method: 'POST',
    path: '/graphql',
    status: 415,
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  },
  'api, too large': {
    method: 'POST',
    path: '/graphql',
    status: 413,
    headers: json,
    body: 'x'.repeat(70_000),
  },
  'api, other site': {
    method: 'POST',
    path: '/graphql',
    status: 403,
    headers: { ...json, origin: 'https://autre.example' },
    body: '{}',
  },
  'form, other site': {
    method: 'POST',
    path: '/contact',
    status: 403,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    body: 'fullname=x',
  },
  'unknown page': { path: '/nulle-part', status: 404 },
  'unknown address, POST': { method: 'POST', path: '/nulle-part', status: 404 },
  'wrong method': { method: 'DELETE', path: '/about', status: 405 },
  'broken address': { path: '/%E0%A4%A', status: 404 },
  'broken address posted to': { method: 'POST', path: '/%E0%A4%A', status: 400 },
  'part of an asset': { path: '/assets/entry.js', status: 206, headers: { range: 'bytes=0-3' } },
  'no such part': { path: '/assets/entry.js', status: 416, headers: { range: 'bytes=99999-' } },
  'compressed body': {
    method: 'POST',
    path: '/graphql',
    status: 415,
    headers: { ...json, 'content-encoding': 'gzip' },
    body: 'x',
  },
  'form, too large': {
    method: 'POST',
    path: '/contact',
    status: 413,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'x'.repeat(70_000),
  },
  'form, wrong fields': {
    method: 'POST',
    path: '/contact',
    status: 422,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'fullname=x',
  },
  'body where none is taken': { method: 'POST', path: '/about', status: 405, headers: json, body: '{}' },
  'unknown method': { method: 'PROPFIND', path: '/about', status: 405 },
  'preflight without another host': { method: 'OPTIONS', path: '/graphql', status: 405 },
  robots: { path: '/robots.txt', status: 200 },
  'where to report': { path: '/.well-known/security.txt', status: 200 },
  'another expectation': { path: '/', status: 417, headers: { expect: '200-ok' } },
  alive: { path: '/healthz', status: 200 },
  ready: { path: '/readyz', status: 200 },
};

it('pictures that are made for other sites may be shown by them', async () => {
  for (const path of ['/share/home.jpg', '/icon-512.png']) {
    const { headers } = await ask(server.url, { path, status: 200 });
    expect(headers['cross-origin-resource-policy'], path).toBe('cross-origin');
  }
});

describe.each(Object.entries(answers))('%s', (_name, asked) => {
  it('carries the table of security headers and gives nothing away', async () => {
    const { status, headers } = await ask(server.url, asked);
    expect(status).toBe(asked.status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const policy = String(headers['content-security-policy']);
    expect(policy.replace("img-src 'self' data:", '')).not.toMatch(/unsafe|\*|data:|https?:/);
    expect(headers['permissions-policy']).toContain('camera=()');
    for (const name of [
      'set-cookie',
      'server',
      'x-powered-by',
      'access-control-allow-origin',
      'strict-transport-security',
    ]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it('asks for HTTPS for a year when the site has it', async () => {
    const { headers } = await ask(secure.url, asked);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('a page that the browser has', () => {
  it('is answered 304 with the same table', async () => {
    const { headers } = await ask(server.url, { path: '/', status: 200 });
    const again = await ask(server.url, {
      path: '/',
      status: 304,
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again.status).toBe(304);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(again.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('a failure of the server', () => {
  let broken: TestServer;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const failures: Record<string, Asked> = {
    'a store that fails the API': {
      method: 'POST',
      path: '/graphql',
      status: 500,
      headers: json,
      body: JSON.stringify({ query: contactMutation, variables: { input: contactInput } }),
    },
    'a store that fails the form': {
      method: 'POST',
      path: '/contact',
      status: 500,
      headers: form,
      body: new URLSearchParams(contactInput).toString(),
    },
    'a page that cannot be rendered': {
      method: 'POST',
      path: '/contact',
      status: 500,
      headers: form,
      body: 'email=x',
    },
  };

  beforeAll(async () => {
    const site: typeof plainSite = {
      ...plainSite,
      render: async (input) => {
        if (input.contactResult?.errors.length) throw new Error('secret detail');
        return plainSite.render(input);
      },
    };
    broken = await startTestServer({}, false, { site });
    await sql`alter table outbox rename to outbox_away`.execute(broken.storage.db);
  });

  afterAll(() => broken.stop());

  it.each(Object.entries(failures))(
    '%s is answered 500 with the table, without its cause',
    async (_, asked) => {
      const { status, headers, text } = await ask(broken.url, asked);
      expect(status).toBe(500);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(text).not.toMatch(/secret|outbox|sqlite|no such|\bat \w+ \(/i);
      expect(text.length).toBeGreaterThan(10);
    },
  );
});

function ask(url: string, { method = 'GET', path, headers = {}, body }: Asked) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request(`${url}${path}`, { method, headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
      sent.on('error', reject).end(body);
    },
  );
}
