import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../security/raw-http.ts';
import { until } from '../support/launched.ts';
import { read } from '../support/root.ts';
import { freePort, type Site, startSite } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  contactRequest,
  type FrontServer,
  launchCaddy,
  proxyForTest,
  proxyNames,
  startProxy,
  type Visitor,
} from './proxy.ts';

describe.each(proxyNames)('%s in front', (name) => {
  let dataDir: string;
  let site: Site;
  let proxy: FrontServer;
  let visitor: Visitor;

  beforeAll(async () => {
    const port = await freePort();
    const env = { SITE_URL: 'https://www.exemple.fr', TRUST_PROXY: '1', RATE_LIMIT: '2' };
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-behind-'));
    site = await startSite({ port, env, dataDir });
    proxy = await startProxy(name, [`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
    visitor = proxy.visitor();
  });

  afterAll(async () => {
    visitor?.close();
    await proxy?.stop();
    await site?.end();
    await rm(dataDir, { recursive: true });
  });

  it('serves the pages over TLS with the site’s own headers, and names no version', async () => {
    const { status, headers, body } = await visitor.ask('/', { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe('br');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['server'] ?? '').not.toMatch(/\d/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(body.length).toBeGreaterThan(1000);
    const etag = String(headers['etag']);
    const again = await visitor.ask('/', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('redirects from the bare domain to the site, with HSTS', async () => {
    const { status, headers } = await visitor.ask('/about?a=1', { headers: { host: 'exemple.fr' } });
    expect(status).toBe(301);
    expect(headers['location']).toBe('https://www.exemple.fr/about?a=1');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['server'] ?? '').not.toMatch(/\d/);
  });

  it('speaks HTTP/2', async () => {
    const url = `https://localhost:${proxy.port}`;
    const session = connectHttp2(url, { ca: proxy.certificate, host: '127.0.0.1' });
    const [headers] = await once(session.request({ ':path': '/about' }), 'response');
    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200]);
    session.destroy();
  });

  it('leaves it to the site to refuse bodies, also large ones', async () => {
    for (const [bytes, status] of [
      [200_000, 413],
      [1, 400],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const refused = await visitor.ask('/graphql', { method: 'POST', headers, body: 'x'.repeat(bytes) });
      expect([refused.status, refused.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
    }
  });

  it('lets the site answer what only its parser refuses, and cookies of 9 kB', async () => {
    const cookies = (bytes: number) => visitor.ask('/', { headers: { cookie: `a=${'b'.repeat(bytes)}` } });
    expect((await cookies(9_000)).status).toBe(200);
    const many = await cookies(20_000);
    expect([many.status, String(many.body)]).toEqual([431, expect.stringMatching(/cookies sont trop longs/)]);
    const client = connectTls({ port: proxy.port, servername: 'localhost', ca: proxy.certificate });
    client.write(Buffer.from(`GET /?a=\xe9 HTTP/1.1\r\nHost: localhost:${proxy.port}\r\n\r\n`, 'latin1'));
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    client.destroy();
    expect((await visitor.ask('/')).status).toBe(200);
  });

  it('tells visitors apart by their real address, whatever they claim', async () => {
    const forged = (address: string) => ({
      'x-forwarded-for': address,
      'x-real-ip': address,
      forwarded: `for=${address}`,
    });
    const other = proxy.visitor('127.0.0.9');
    const send = async (from: Visitor, message: string, headers: Record<string, string> = {}) => {
      const asked = contactRequest(`${name}-${message}`);
      const answer = await from.ask('/graphql', { ...asked, headers: { ...asked.headers, ...headers } });
      return /"isSend":true/.test(String(answer.body));
    };
    expect(await send(visitor, 'un')).toBe(true);
    expect(await send(visitor, 'deux', forged('203.0.113.1'))).toBe(true);
    expect(await send(visitor, 'trois', forged('203.0.113.2'))).toBe(false);
    expect(await send(other, 'quatre')).toBe(true);
    other.close();
  });

  // Go, in which Caddy is written, refuses this request before any rule.
  if (name === 'nginx')
    it('shows the page of the site for an address that nginx cannot read (PAGE-1)', async () => {
      const { status, body } = await visitor.ask('/100%');
      expect([status, String(body)]).toEqual([404, expect.stringContaining('</html>')]);
      const long = await visitor.ask(`/${'a'.repeat(20_000)}`);
      expect([long.status, long.headers['content-type'], String(long.body)]).toEqual([
        431,
        'text/html; charset=utf-8',
        expect.stringContaining('<html lang="fr">'),
      ]);
    });

  // Caddy redirects by itself.
  if (name === 'nginx')
    it('leads to TLS, under the name that was asked for, never under another', async () => {
      const from = { port: proxy.plainPort, localAddress: '127.0.0.9' };
      const target = async (host: string) => {
        const { headers } = await ask({ ...from, path: '/about?a=1', headers: { host } });
        expect(headers['server']).toBe('nginx');
        return headers.location;
      };
      expect(await target('localhost')).toBe('https://www.exemple.fr/about?a=1');
      expect(await target('exemple.fr')).toBe('https://exemple.fr/about?a=1');
      expect(await target('ailleurs.exemple')).toBe('https://www.exemple.fr/about?a=1');
      const challenges = '/.well-known/acme-challenge';
      mkdirSync(join(proxy.dir, challenges), { recursive: true });
      writeFileSync(join(proxy.dir, challenges, 'jeton'), '');
      const other = proxy.visitor('127.0.0.9');
      for (const host of ['localhost', 'exemple.fr']) {
        for (const [file, status] of [
          ['jeton', 200],
          ['sans', 404],
        ] as const)
          expect(await ask({ ...from, path: `${challenges}/${file}`, headers: { host } })).toMatchObject({
            status,
          });
        // By default nginx logs both requests with the visitor's address.
        const headers = { host, cookie: 'a'.repeat(20_000) };
        await ask({ ...from, path: '/', headers });
        await other.ask('/', { headers });
      }
      other.close();
    });

  it('R26: without a store pages stay, and messages are to come again', async () => {
    await rename(join(dataDir, 'vitrine.db'), join(dataDir, 'moved.db'));
    for (let turn = 0; turn < 4; turn += 1) {
      const each = proxy.visitor(`127.0.0.${20 + turn}`);
      for (const path of ['/', '/contact', '/about', '/legal-mention', '/privacy'])
        expect((await each.ask(path)).status).toBe(200);
      const { status, headers } = await each.ask('/graphql', contactRequest('sans base'));
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      // The proxy asks for the health of the site meanwhile.
      await delay(700);
      each.close();
    }
  });

  it('has written no address and no browser of all these visitors, even when the site fails', async () => {
    await site.end();
    const failing = createServer((request, response) => {
      if (request.url === '/readyz') response.end();
      else request.socket.destroy();
    }).listen(Number(new URL(site.url).port), '127.0.0.1');
    const other = proxy.visitor('127.0.0.9');
    const headers = { 'user-agent': 'Essai/1' };
    const failed = async () => {
      const { status, headers: sent, body } = await other.ask('/', { method: 'PUT', headers });
      return [status, sent['retry-after'], sent['content-type'], /ne répond pas/.test(String(body))];
    };
    await expect.poll(failed).toEqual([503, '60', 'text/html; charset=utf-8', true]);
    other.close();
    failing.close();
    await proxy.stop();
    expect(proxy.log()).not.toMatch(/127\.0\.0\.9|Essai/);
  });
});

/** Starts a server on this port, or at this socket, that stops with the test. */
function serve(place: number | string, answer: RequestListener = (_request, response) => response.end()) {
  const server = createServer(answer);
  onTestFinished(() => void server.close().closeAllConnections());
  return typeof place === 'number' ? server.listen(place, '127.0.0.1') : server.listen(place);
}

/** Starts a proxy in front of these ports; the second is the spare. */
const inFront = (name: (typeof proxyNames)[number], port: number, spare = port) =>
  proxyForTest(name, [`127.0.0.1:${port}`, `127.0.0.1:${spare}`]);

it('R22: Caddy has a message wait until a process is there', async () => {
  const port = await freePort();
  const before = serve(port);
  const { visitor } = await inFront('caddy', port);
  before.close().closeAllConnections();
  // The proxy has noticed that no process is there.
  await delay(2_000);
  const sent = visitor.ask('/graphql', contactRequest('attente'));
  await delay(500);
  serve(port);
  expect((await sent).status).toBe(200);
});

it('nginx serves again as soon as either process is back, and over IPv6 wherever over IPv4', async () => {
  const ports = [await freePort(), await freePort()] as const;
  const { visitor } = await inFront('nginx', ...ports);
  for (const port of ports) {
    expect((await visitor.ask('/')).status).toBe(503);
    const back = serve(port);
    await once(back, 'listening');
    expect((await visitor.ask('/')).status).toBe(200);
    back.close().closeAllConnections();
  }
  const text = read('deploy/nginx.conf');
  expect(text.match(/listen (\d+.*;)\n\tlisten \[::\]:\1/g)).toHaveLength(
    text.match(/listen \d/g)?.length ?? 0,
  );
});

it.each(proxyNames)('R26: %s passes a refusal on as it is, with the spare or without', async (name) => {
  let status = 200;
  const refuse = (port: number) =>
    serve(port, (request, response) => {
      const code = request.url === '/readyz' ? 200 : status;
      request.resume().on('end', () => response.writeHead(code, { 'retry-after': '7' }).end('du site'));
    });
  const ports = [await freePort(), await freePort()] as const;
  const [, spare] = ports.map(refuse);
  const { visitor } = await inFront(name, ...ports);
  for (const away of ['nothing', 'the spare']) {
    if (away === 'the spare') spare?.close().closeAllConnections();
    for (status of [413, 429, 500, 502, 503, 504])
      for (const asked of [{}, contactRequest('refus')]) {
        const { headers, body, ...got } = await visitor.ask('/contact', asked);
        expect([away, got.status, headers['retry-after'], `${body}`]).toEqual([away, status, '7', 'du site']);
      }
  }
});

it('nginx gives the spare a message that the first process has cut off', async () => {
  const ports = [await freePort(), await freePort()] as const;
  serve(ports[0], (request) => request.resume().on('end', () => request.socket.destroy()));
  serve(ports[1], (_request, response) => response.end('gardé'));
  const { visitor } = await inFront('nginx', ...ports);
  const { status, body } = await visitor.ask('/graphql', contactRequest('coupé'));
  expect([status, `${body}`]).toEqual([200, 'gardé']);
});

function writeEndlessly(response: ServerResponse): void {
  const more = () => {
    while (response.write(Buffer.alloc(64_000)));
  };
  response.on('drain', more);
  more();
}

it.each(proxyNames)('A1: %s cuts a client that reads nothing', async (name) => {
  const port = await freePort();
  let [opened, open, taken] = [0, 0, 0];
  serve(port, (request, response) => {
    if (request.url === '/silent') return;
    if (request.url !== '/endless') return void response.end();
    opened += 1;
    open += 1;
    response.on('close', () => {
      open -= 1;
      taken = request.socket.bytesWritten;
    });
    writeEndlessly(response);
  });
  const place = `127.0.0.1:${port}`;
  const { proxy, visitor } = await proxyForTest(name, [place, place], '1s');
  const client = connectTls({ port: proxy.port, servername: 'localhost', ca: proxy.certificate });
  client.on('error', () => {}).pause();
  client.write(`GET /endless HTTP/1.1\r\nHost: localhost:${proxy.port}\r\n\r\n`);
  await expect.poll(() => opened).toBe(1);
  await expect.poll(() => open).toBe(0);
  expect(taken, 'neither memory nor disk keeps the rest').toBeLessThan(20_000_000);
  if (name === 'nginx') {
    const reset = once(client, 'error');
    expect(await Promise.race([reset, once(client.resume(), 'end')])).toMatchObject([{ code: 'ECONNRESET' }]);
    expect((await visitor.ask('/silent')).status).toBe(503);
  }
  client.destroy();
});

it('Caddy gives each message to the spare while the first process is away', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const sockets = [join(folder, '1.sock'), join(folder, '2.sock')] as const;
  let stopping = false;
  const [first] = sockets.map((socket, index) =>
    serve(socket, (request, response) => {
      const status = request.url === '/readyz' && index === 0 && stopping ? 503 : 200;
      request.resume().on('end', () => response.writeHead(status).end());
    }),
  );
  await Promise.all(sockets.map((socket) => chmod(socket, 0o777)));
  const { visitor } = await proxyForTest('caddy', sockets);
  const answers: Promise<number>[] = [];
  const sendFor = async (milliseconds: number) => {
    for (const end = performance.now() + milliseconds; performance.now() < end; await delay(50))
      answers.push(visitor.ask('/graphql', contactRequest('relais')).then(({ status }) => status));
  };
  await sendFor(2_000);
  // A stopping site answers so for two seconds, and then removes its socket.
  stopping = true;
  await sendFor(2_000);
  first?.close().closeAllConnections();
  await sendFor(4_000);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});

it('A1: the Caddy of compose.yaml has a message wait for a site that restarts, names no visitor, cuts idle readers', async () => {
  const folder = await temporaryFolder();
  const [port, url] = [await freePort(), `http://localhost:${await freePort()}`];
  const changes = [
    ['127.0.0.1:3000', `127.0.0.1:${port}`],
    // The time-out is not shorter, because it counts from the request, which may wait for the site.
    ['write 1m', 'write 12s'],
  ] as const;
  const caddy = await launchCaddy(folder, 'compose.Caddyfile', changes, {
    SITE_URL: url,
    ALIAS: url.replace('localhost', 'alias.localhost'),
  });
  onTestFinished(async () => void (await caddy.end()));
  await until(async () => (await fetch(url)).headers.get('retry-after') === '60', caddy.output);
  expect(caddy.output()).toContain('admin endpoint disabled');
  expect(caddy.output()).not.toMatch(/remote_ip|User-Agent/i);
  const alias = { port: new URL(url).port, headers: { host: 'alias.localhost' } };
  const { status, headers } = await ask({ ...alias, path: '/about?a=1' });
  expect([status, headers.location]).toEqual([301, `${url}/about?a=1`]);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  const answer = fetch(`${url}/graphql`, contactRequest('attendu'));
  // A stand-in answers, because on a busy machine the site itself starts more slowly than Caddy waits.
  let isCut = false;
  let looks = 0;
  serve(port, (asked, response) => {
    if (asked.url === '/endless') return writeEndlessly(response.on('close', () => (isCut = true)));
    if (asked.url === '/readyz') looks += 1;
    response.statusCode = looks > 2 ? 200 : 503;
    asked.resume().on('end', () => response.end(JSON.stringify(asked.headers)));
  });
  expect((await answer).status, 'once the site is ready').toBe(200);
  expect(await (await answer).json()).toMatchObject({
    host: new URL(url).host,
    'x-forwarded-for': expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    'x-forwarded-proto': 'http',
  });
  const client = connect(Number(alias.port), 'localhost').pause();
  client.write(`GET /endless HTTP/1.1\r\nHost: localhost:${alias.port}\r\n\r\n`);
  await expect.poll(() => isCut, { timeout: 30_000 }).toBe(true);
  client.destroy();
});
