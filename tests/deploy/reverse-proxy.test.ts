import { createServer, get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type Site, startSite } from '../support/site.ts';
import { contactRequest, type HttpsClient, httpsClient } from './https-client.ts';
import { type FrontServer, proxyNames, startProxy } from './proxy.ts';

describe.each(proxyNames)('%s in front', (name) => {
  let site: Site;
  let proxy: FrontServer;
  let client: HttpsClient;

  beforeAll(async () => {
    const [first, second] = [await freePort(), await freePort()];
    const env = { SITE_URL: 'https://www.exemple.fr', TRUST_PROXY: '1', RATE_LIMIT: '2' };
    site = await startSite({ port: first, env });
    proxy = await startProxy(name, [first, second]);
    client = httpsClient(proxy);
  });

  afterAll(async () => {
    client?.close();
    await proxy?.stop();
    await site?.stop();
  });

  it('serves the pages over TLS with the site’s own headers, and names neither itself nor its version', async () => {
    const { status, headers, body } = await client.ask('/', { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe('br');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['server'] ?? '').not.toMatch(/\d|caddy/i);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(body.length).toBeGreaterThan(1000);
    const etag = String(headers['etag']);
    const again = await client.ask('/', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('leads from the bare domain to the site, and has browsers come over TLS alone from then on', async () => {
    const { status, headers } = await client.ask('/about?a=1', { headers: { host: 'exemple.fr' } });
    expect(status).toBe(301);
    expect(headers['location']).toBe('https://www.exemple.fr/about?a=1');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['server'] ?? '').not.toMatch(/\d/);
  });

  it('speaks HTTP/2', async () => {
    const session = connectHttp2(proxy.url, { ca: proxy.certificate, host: '127.0.0.1' });
    const stream = session.request({ ':path': '/about' });
    const status = await new Promise((settle, reject) => {
      session.on('error', reject);
      stream.on('response', (headers) => settle(headers[':status']));
    });
    expect(session.alpnProtocol).toBe('h2');
    expect(status).toBe(200);
    stream.close();
    session.destroy();
  });

  it('refuses large bodies before they reach the site, and small wrong ones are the site’s to refuse', async () => {
    const json = { 'content-type': 'application/json' };
    const large = { method: 'POST', headers: json, body: 'x'.repeat(200_000) };
    const refused = await client.ask('/graphql', large);
    expect(refused.status).toBe(413);
    // The site would have said so with its own headers.
    expect(refused.headers['x-content-type-options']).toBeUndefined();
    const small = await client.ask('/graphql', { method: 'POST', headers: json, body: '{' });
    expect(small.status).toBe(400);
    expect(String(small.body)).toContain('errors');
  });

  it('tells visitors apart by their real address, whatever they claim', async () => {
    const forged = (address: string) => ({
      'x-forwarded-for': address,
      'x-real-ip': address,
      forwarded: `for=${address}`,
    });
    const other = httpsClient(proxy, '127.0.0.9');
    const send = async (from: HttpsClient, message: string, headers: Record<string, string> = {}) => {
      const asked = contactRequest(`${name}-${message}`);
      const answer = await from.ask('/graphql', { ...asked, headers: { ...asked.headers, ...headers } });
      return /"isSend":true/.test(String(answer.body));
    };
    expect(await send(client, 'un')).toBe(true);
    expect(await send(client, 'deux', forged('203.0.113.1'))).toBe(true);
    expect(await send(client, 'trois', forged('203.0.113.2'))).toBe(false);
    expect(await send(other, 'quatre')).toBe(true);
    other.close();
  });
});

it.each(proxyNames)('%s writes no address and no browser, even when the site fails', async (name) => {
  const port = await freePort();
  const failing = createServer((request, response) => {
    if (request.url === '/readyz') response.end();
    else request.socket.destroy();
  }).listen(port, '127.0.0.1');
  const proxy = await startProxy(name, [port, await freePort()]);
  const client = httpsClient(proxy, '127.0.0.9');
  const headers = { 'user-agent': 'Essai/1' };
  const large = await client.ask('/graphql', { method: 'POST', headers, body: 'x'.repeat(200_000) });
  const failed = await client.ask('/', { method: 'PUT', headers });
  await client.ask('/', { headers: { ...headers, host: 'exemple.fr' } });
  client.close();
  failing.close();
  await proxy.stop();
  expect([large.status, failed.status]).toEqual([413, 502]);
  expect(proxy.log()).not.toMatch(/127\.0\.0\.9|Essai/);
});

it('nginx leads to TLS, under the same name as Caddy does by itself, never under another, and writes nothing of it', async () => {
  const proxy = await startProxy('nginx', [await freePort(), await freePort()]);
  const target = (host: string) =>
    new Promise((settle, reject) => {
      const headers = { host, 'user-agent': 'Essai/1' };
      get({ port: proxy.plainPort, localAddress: '127.0.0.9', path: '/about?a=1', headers }, (answer) =>
        settle(answer.resume().headers.location),
      ).on('error', reject);
    });
  expect(await target('localhost')).toBe('https://www.exemple.fr/about?a=1');
  expect(await target('exemple.fr')).toBe('https://exemple.fr/about?a=1');
  expect(await target('ailleurs.exemple')).toBe('https://www.exemple.fr/about?a=1');
  await proxy.stop();
  expect(proxy.log()).not.toMatch(/127\.0\.0\.9|Essai/);
});
