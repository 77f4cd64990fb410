import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../tests/security/raw-http.ts';
import { contactInput } from '../../tests/support/contact.ts';
import { plainSite, serverForAll } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { documentPolicy, securityHeaders } from './security-headers.server.ts';

const server = serverForAll();
const secure = serverForAll({ SITE_URL: 'https://www.exemple.fr' });

interface Asked {
  method?: string;
  path: string;
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const askOf = (url: string, { status: _, ...asked }: Asked) => ask({ port: new URL(url).port, ...asked });

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const post = (path: string, status: number, type: string, body: string, more = {}): Asked => ({
  method: 'POST',
  path,
  status,
  headers: { 'content-type': type, ...more },
  body,
});

/** One request for each kind of answer. */
const answers: Record<string, Asked> = {
  page: { path: '/', status: 200 },
  'page that the browser has': { path: '/', status: 304, headers: { 'if-none-match': '*' } },
  'head of a page': { method: 'HEAD', path: '/about', status: 200 },
  asset: { path: '/assets/entry.js', status: 200 },
  view: { method: 'POST', path: '/insights/view', status: 204, body: '{}' },
  api: post('/graphql', 200, JSON_TYPE, '{"query":"{__typename}"}'),
  'api, wrong method': { path: '/graphql', status: 405 },
  'below the api': { path: '/graphql/x', status: 404 },
  'api, wrong type': post('/graphql', 415, 'text/plain', 'x'),
  'api, too large': post('/graphql', 413, JSON_TYPE, 'x'.repeat(70_000)),
  'api, other site': post('/graphql', 403, JSON_TYPE, '{}', { origin: 'https://autre.example' }),
  'form, other site': post('/contact', 403, FORM_TYPE, 'fullname=x', { 'sec-fetch-site': 'cross-site' }),
  'unknown page': { path: '/nulle-part', status: 404 },
  'wrong method': { method: 'DELETE', path: '/about', status: 405 },
  'broken address': { path: '/%E0%A4%A', status: 404 },
  'broken address posted to': { method: 'POST', path: '/%E0%A4%A', status: 400 },
  'part of an asset': { path: '/assets/entry.js', status: 206, headers: { range: 'bytes=0-3' } },
  'no such part': { path: '/assets/entry.js', status: 416, headers: { range: 'bytes=99999-' } },
  'form, wrong fields': post('/contact', 422, FORM_TYPE, 'fullname=x'),
  robots: { path: '/robots.txt', status: 200 },
  'where to report': { path: '/.well-known/security.txt', status: 200 },
  'another expectation': { path: '/', status: 200, headers: { expect: '200-ok' } },
  alive: { path: '/healthz', status: 200 },
};

/** Headers that would reveal or allow too much. */
const absent = [
  ...['set-cookie', 'server', 'x-powered-by', 'access-control-allow-origin'],
  ...['cross-origin-opener-policy', 'strict-transport-security'],
];

it.each(Object.entries(answers))(
  'the answer “%s” carries the table of security headers and gives nothing away',
  async (_name, asked) => {
    const { status, headers } = await askOf(server.url, asked);
    expect(status).toBe(asked.status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    });
    if (headers['content-type']?.startsWith('text/html'))
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    for (const name of absent) expect(headers).not.toHaveProperty(name);
    const overHttps = await askOf(secure.url, asked);
    expect(overHttps.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  },
);

it('lets pages load their own files and reach their API, other answers nothing, and frames neither', () => {
  const policy = documentPolicy({ inlineScripts: [], inlineStyles: [], apiUrl: 'https://api.exemple.fr' });
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self' https://api.exemple.fr; form-action 'self' https://api.exemple.fr; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify structured-data",
  );
  const { 'content-security-policy': closed } = securityHeaders('https://exemple.fr');
  expect(closed).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
});

it('promises TLS for no other host of a domain', () => {
  const hsts = (siteUrl: string) => securityHeaders(siteUrl)['strict-transport-security'];
  expect(hsts('https://exemple.fr')).toBe('max-age=31536000');
  expect(hsts('http://localhost:3000')).toBeUndefined();
});

describe('a failure of the server', () => {
  const site: typeof plainSite = {
    ...plainSite,
    render: async (input) => {
      if (input.contactResult?.errors.length) throw new Error('secret detail');
      return plainSite.render(input);
    },
  };
  const broken = serverForAll({}, false, { site });
  beforeAll(() => sql`alter table outbox rename to outbox_away`.execute(broken.storage.db));

  const message = JSON.stringify({ query: contactMutation, variables: { input: contactInput } });
  const failures: Record<string, Asked> = {
    'a store that fails the API': post('/graphql', 503, JSON_TYPE, message),
    'a store that fails the form': post('/contact', 503, FORM_TYPE, `${new URLSearchParams(contactInput)}`),
    'a page that cannot be rendered': post('/contact', 500, FORM_TYPE, 'email=x'),
  };

  it.each(Object.entries(failures))('%s is answered with the table, without its cause', async (_, asked) => {
    const { status, headers, text } = await askOf(broken.url, asked);
    expect(status).toBe(asked.status);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    if (status === 500) expect(broken.logged.at(-1)).toMatchObject({ level: 50, msg: 'request failed' });
    expect(text).not.toMatch(/secret|outbox|sqlite|no such|\bat \w+ \(/i);
    expect(text.length).toBeGreaterThan(10);
  });
});
