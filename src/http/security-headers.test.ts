import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

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
  'broken address': { path: '/%E0%A4%A', status: 400 },
  alive: { path: '/healthz', status: 200 },
  ready: { path: '/readyz', status: 200 },
};

describe.each(Object.entries(answers))('%s', (_name, asked) => {
  it('carries the table of security headers and gives nothing away', async () => {
    const { status, headers } = await ask(server.url, asked);
    expect(status).toBe(asked.status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|data:|https?:/);
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

function ask(url: string, { method = 'GET', path, headers = {}, body }: Asked) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
    });
    sent.on('error', reject).end(body);
  });
}
