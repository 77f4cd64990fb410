import { describe, expect, it } from 'vitest';
import { isCrossSite } from './cross-site.server.ts';

const OWN = 'https://www.exemple.fr';

describe('a page of another site sent it', () => {
  it.each([
    ['an origin that is not ours', { origin: 'https://autre.example', host: 'www.exemple.fr' }],
    ['an opaque origin', { origin: 'null', host: 'www.exemple.fr' }],
    ['an opaque origin, and no host', { origin: 'null' }],
    ['an opaque origin, sent from another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['an origin, and no host', { origin: 'https://autre.example' }],
    ['no origin, but a browser that says so', { 'sec-fetch-site': 'cross-site', host: 'www.exemple.fr' }],
  ])('%s', (_what, headers) => {
    expect(isCrossSite({ headers }, OWN)).toBe(true);
  });
});

describe('a page of ours, or no page, sent it', () => {
  it.each([
    ['our origin, whatever host a proxy names', { origin: OWN, host: '127.0.0.1:3000' }],
    ['the host it was sent to', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['no origin', { host: 'www.exemple.fr' }],
    ['our form without a referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['neither origin nor host', {}],
  ])('%s', (_what, headers) => {
    expect(isCrossSite({ headers }, OWN)).toBe(false);
  });
});
