import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { contactMutation } from './mutation.ts';

let server: TestServer;
let behindProxy: TestServer;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT: '3' });
  behindProxy = await startTestServer({ RATE_LIMIT: '3', TRUST_PROXY: '2' });
});

afterAll(() => Promise.all([server.stop(), behindProxy.stop()]));

let sent = 0;

function send(to: TestServer, headers: Record<string, string> = {}) {
  sent += 1;
  const input = { ...contactInput, message: `Un message différent des autres, numéro ${sent}.` };
  return postGraphQL(to.url, { query: contactMutation, variables: { input } }, headers);
}

describe('the limit per address', () => {
  it('lets the first messages pass and answers the next ones 429 with Retry-After, in GraphQL’s own form', async () => {
    for (let n = 0; n < 3; n++) expect((await send(server)).body.data.postContactForm.isSend).toBe(true);
    const refused = await send(server);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(refused.body.errors[0].extensions.code).toBe('CONTACT_RATE_LIMITED');
  });

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
  ])('is not escaped by a forged %s', async (name, value) => {
    expect((await send(server, { [name]: value })).status).toBe(429);
  });

  it('never touches the profile and the pages', async () => {
    const profile = await postGraphQL(server.url, { query: '{ getAdminPublicProfil(id: 3) { name } }' });
    expect(profile.status).toBe(200);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
  });

  /** Sends through two proxies, of which the farther one saw the last of these addresses. */
  const from = (addresses: string) => send(behindProxy, { 'x-forwarded-for': `${addresses}, 10.0.0.1` });

  it('counts the nearest address that is no trusted proxy, whatever a client wrote before it, and mixes no visitors', async () => {
    for (const forged of ['198.51.100.1, ', 'unknown, ', ', , '])
      expect((await from(`${forged}203.0.113.1`)).status).toBe(200);
    for (const forged of ['', '9, '.repeat(200)])
      expect((await from(`${forged}203.0.113.1`)).status).toBe(429);
    expect((await from('203.0.113.2')).status).toBe(200);
  });

  it('counts an IPv6 network of 64 bits as one visitor, whatever the port that a proxy tells', async () => {
    for (let n = 1; n <= 3; n++) expect((await from(`[2001:db8:1:2::${n}]:${5000 + n}`)).status).toBe(200);
    expect((await from('2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
  });
});
