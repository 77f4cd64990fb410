import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuiltSite } from '../../src/http/built-site.server.ts';
import { routes } from '../../src/routes.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { modifiers, observatoryScore, type PageAnswer } from './observatory.ts';

const SITE_URL = 'https://www.exemple.fr';
let server: TestServer;

beforeAll(async () => {
  const site = await readBuiltSite(join(import.meta.dirname, '../../dist'));
  server = await startTestServer({ SITE_URL }, false, { site });
});

afterAll(() => server.stop());

async function pageAt(path: string): Promise<PageAnswer> {
  const { headers, payload } = await server.app.inject({
    url: path,
    headers: { host: 'www.exemple.fr', 'accept-encoding': 'identity' },
  });
  return { url: SITE_URL + path, headers: headers as PageAnswer['headers'], html: payload };
}

describe('the score of the MDN HTTP Observatory', () => {
  it.each([...Object.values(routes).map(({ path }) => path), '/nulle-part'])(
    'of %s is A+, at least 140',
    async (path) => {
      const page = await pageAt(path);
      expect(page.html).toContain('<script');
      expect(modifiers(page)).toMatchObject({
        'content-security-policy': 10,
        'referrer-policy': 5,
        'x-frame-options': 5,
        // Decision 019.
        'cross-origin-opener-policy': 0,
        'cross-origin-embedder-policy': 10,
        'cross-origin-resource-policy': 10,
      });
      expect(observatoryScore(page)).toBeGreaterThanOrEqual(140);
    },
  );

  it('of a page without any of its headers is what the Observatory gives it', async () => {
    const bare = { ...(await pageAt('/')), headers: {} };
    expect(observatoryScore(bare)).toBe(100 - 25 - 20 - 5 - 20);
  });

  it.each<[string, Record<string, string | undefined>, number]>([
    [
      'a policy with inline scripts',
      { 'content-security-policy': "default-src 'self' 'unsafe-inline'" },
      -20,
    ],
    ['a policy that names no script source', { 'content-security-policy': "img-src 'self'" }, -20],
    [
      'a policy with eval',
      { 'content-security-policy': "default-src 'self'; script-src 'self' 'unsafe-eval'" },
      -10,
    ],
    [
      'a policy with inline styles',
      { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
      0,
    ],
    ['a policy without none', { 'content-security-policy': "default-src 'self'" }, 5],
    [
      'a policy with a digest beside unsafe-inline',
      { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline' 'sha256-x'" },
      10,
    ],
    [
      'a policy that lets pictures come over HTTP',
      { 'content-security-policy': "default-src 'none'; img-src http:" },
      -10,
    ],
  ])('knows %s', async (_what, headers, points) => {
    const page = await pageAt('/');
    const changed = { ...page, headers: { ...page.headers, ...headers } };
    expect(modifiers(changed)['content-security-policy']).toBe(points);
  });

  it.each<[string, Partial<PageAnswer>, string, number]>([
    [
      'a short HSTS',
      { headers: { 'strict-transport-security': 'max-age=3600' } },
      'strict-transport-security',
      -10,
    ],
    ['a cookie', { headers: { 'set-cookie': 'a=b' } }, 'cookies', -20],
    [
      'credentials for all',
      { headers: { 'access-control-allow-credentials': 'true' } },
      'cross-origin-resource-sharing',
      -50,
    ],
    ['a leaky referrer', { headers: { 'referrer-policy': 'unsafe-url' } }, 'referrer-policy', -5],
    [
      'a misspelt COOP',
      { headers: { 'cross-origin-opener-policy': 'same' } },
      'cross-origin-opener-policy',
      -5,
    ],
    [
      'a foreign script',
      { html: '<script src="https://cdn.example/x.js"></script>' },
      'subresource-integrity',
      -5,
    ],
    [
      'a foreign script without scheme',
      { html: '<script src="//cdn.example/x.js"></script>' },
      'subresource-integrity',
      -50,
    ],
  ])('knows %s', (_what, changes, name, points) => {
    expect(modifiers({ url: SITE_URL, headers: {}, html: '', ...changes })[name]).toBe(points);
  });

  it('gives bonuses only above 90', () => {
    const headers = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
    expect(observatoryScore({ url: SITE_URL, headers, html: '' })).toBe(100 - 20 - 5);
  });
});
