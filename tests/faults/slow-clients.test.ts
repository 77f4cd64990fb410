import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSite, readBuiltSite } from '../../src/documents/built-site.server.ts';
import { serverLimits } from '../../src/http/connections.server.ts';
import { proxyNames, startProxy } from '../deploy/proxy.ts';
import { open } from '../security/raw-http.ts';
import { serverForTest, startTestServer, type TestServer } from '../support/server.ts';
import { emptyStore, expectFigure, isLong, quantile, residentMB, startSiteOn } from './fault.ts';

const LASTS_MS = 6_000;
/** Half of the shortest time, in milliseconds, in which Node itself would cut such a client. */
const CUT_WITHIN_MS = 30_000;
const LEAST_VISITS = 20;
const GREEDY_BYTES = 8_000_000;
const POST = 'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** The product's limits with shorter times. */
const limits = {
  ...serverLimits,
  headersTimeout: 1_000,
  requestTimeout: 2_000,
  connectionsCheckingInterval: 200,
  keepAliveTimeout: 500,
  connectionTimeout: 2_000,
  ...(!isLong && { maxEventLoopDelay: 0 }),
};
let server: TestServer;
let port: number;
let site: BuiltSite;

beforeAll(async () => {
  // The video does not fit into the buffers on the way.
  const clientDir = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  await mkdir(join(clientDir, 'video'));
  await writeFile(join(clientDir, 'video/home-video.mp4'), Buffer.alloc(12_000_000));
  site = { ...(await readBuiltSite(join(import.meta.dirname, '../../dist'))), clientDir };
  server = await startTestServer({}, false, { limits, site });
  port = (server.app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  await server.stop();
  await rm(site.clientDir, { recursive: true });
});

it('slow and greedy clients are cut, and visitors do not notice', async () => {
  const slow = [
    ...times(40, () => cutAfter('GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n')),
    ...times(40, () => cutAfter('', '')),
  ];
  const slowBodies = times(40, () => cutAfter(`${POST}Content-Length: 60000\r\n\r\n`, ' '));
  times(20, () => stall());
  const greedy = times(8, pour);
  const visits = await visitFor(LASTS_MS);
  // Stalled clients are closed too, although they notice only when they read.
  const openConnections = promisify(server.app.server.getConnections.bind(server.app.server));
  await expect.poll(() => openConnections()).toBe(0);

  expectFigure('a page meanwhile, p95, ms', quantile(visits, 0.95), { atMost: 500 });
  const [headers, bodies] = [await longest(slow), await longest(slowBodies)];
  expect([headers, bodies].filter((ms) => ms > CUT_WITHIN_MS)).toEqual([]);
  expectFigure('until slow headers are cut, ms', headers, { atMost: 2_500 });
  expectFigure('until slow bodies are cut, ms', bodies, { atMost: 3_400 });
  expect(await longest(greedy)).toBeLessThan(GREEDY_BYTES);
  expect(await server.storage.db.selectFrom('message').select('id').execute()).toEqual([]);
});

it('S7: one answer is begun for a client that asks for many and reads none', async () => {
  const answers: ServerResponse[] = [];
  server.app.server.on('request', (_request, response) => answers.push(response));
  const reader = stall();
  const begun = () => answers.filter(({ headersSent, writableFinished }) => headersSent && !writableFinished);
  await expect.poll(() => [answers.length, begun().length]).toEqual([3, 1]);
  reader.destroy();
});

it('S7: a client that reads slowly gets the whole video, for longer than a silent one is kept', async () => {
  const reader = open(port);
  reader.write('GET /video/home-video.mp4 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let read = 0;
  reader.on('data', ({ length }) => {
    read += length;
    setTimeout(() => reader.resume(), 30);
    reader.pause();
  });
  const began = performance.now();
  await closed(reader);
  expect(read).toBeGreaterThan(12_000_000);
  expect(performance.now() - began).toBeGreaterThan(2 * limits.connectionTimeout);
});

/** Starts a server with these limits, and clients that read nothing. */
async function stalled(count: number, bound: Partial<typeof serverLimits>) {
  const ownLimits = { ...serverLimits, maxEventLoopDelay: 0, ...bound };
  const { app, url } = await serverForTest({}, false, { limits: ownLimits, site });
  const openConnections = promisify(app.server.getConnections.bind(app.server));
  const served: Socket[] = [];
  app.server.on('connection', (socket) => served.push(socket));
  const readers = times(count, () => stall(Number(new URL(url).port)));
  const openAfterVisit = async () => {
    expect((await fetch(url, { headers: { connection: 'close' } })).status).toBe(200);
    return openConnections();
  };
  return { openAfterVisit, served, readers };
}

it('R18: one of eight clients that read nothing loses its connection to a visitor', async () => {
  const { openAfterVisit, readers } = await stalled(8, { connections: 8 });
  await Promise.all(readers.map((reader) => once(reader, 'readable')));
  await expect.poll(openAfterVisit, { timeout: 10_000 }).toBe(7);
  for (const reader of readers) reader.destroy();
});

it('A1: answers that nobody reads are bounded together, those that waited longest go first', async () => {
  const { openAfterVisit, served, readers } = await stalled(40, { unreadBytes: 500_000 });
  await expect.poll(openAfterVisit).toBeLessThan(9);
  // The video is in memory once, so for each client it counts as little as a page.
  await delay(300);
  expect(await openAfterVisit()).toBeGreaterThan(5);
  expect(served.slice(0, 10).filter(({ destroyed }) => !destroyed)).toHaveLength(0);
  for (const reader of readers) reader.destroy();
});

const body = `message=${'"'.repeat(32_000)}`;
const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
const demands = [
  ['post the largest refused body', `POST /contact HTTP/1.1\r\nHost: localhost\r\n${form}\r\n${body}`, 150],
  ['ask for the video', 'GET /video/home-video.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n', 75],
] as const;

describe.each(['no proxy', ...proxyNames] as const)(
  'A1: behind %s, 900 clients that read nothing',
  (front) => {
    it.each(demands)('and %s at once take little memory and time', async (_what, request, most) => {
      const env: Record<string, string> = front === 'no proxy' ? {} : { TRUST_PROXY: '1' };
      const site = await startSiteOn(await emptyStore('sqlite'), env);
      const { host, port } = new URL(site.url);
      const proxy = front === 'no proxy' ? undefined : await startProxy(front, [host, host]);
      const connect = () => {
        if (!proxy) return open(Number(port));
        const address = { port: proxy.port, servername: 'localhost', ca: proxy.certificate };
        return connectTls(address).on('error', () => {});
      };
      const visitor = proxy?.visitor();
      const ask = visitor && ((path: string) => visitor.ask(path, { headers: { connection: 'close' } }));
      await visitFor(1_000, site.url, ask);
      const before = await residentMB(site);
      const clients = times(900, () => {
        const socket = connect().pause();
        socket.write(request.replace('localhost', proxy ? `localhost:${proxy.port}` : host));
        return socket;
      });
      if (proxy) await Promise.all(clients.map((socket) => once(socket, 'secureConnect')));
      const visits = await visitFor(isLong ? LASTS_MS : 2_000, site.url, ask);
      const growth = (await residentMB(site)) - before;
      for (const socket of clients) socket.destroy();
      expectFigure('growth of its memory, MB', growth, { atMost: 100 });
      expect(growth).toBeLessThan(most);
      expectFigure('a page meanwhile, p95, ms', quantile(visits, 0.95), { atMost: 100 });
      visitor?.close();
      await proxy?.stop();
      expect(await site.end()).toBe(0);
    });
  },
);

it('the product’s limits keep within the figures', () => {
  expect(serverLimits.headersTimeout + serverLimits.connectionsCheckingInterval).toBeLessThanOrEqual(30_000);
  expect(serverLimits.requestTimeout + serverLimits.connectionsCheckingInterval).toBeLessThanOrEqual(45_000);
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionTimeout: timeout } = limits;
  expect(server.app.server).toMatchObject({ headersTimeout, requestTimeout, keepAliveTimeout, timeout });
});

const longest = async (all: Promise<number>[]) => Math.max(...(await Promise.all(all)));

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Resolves once a connection is closed, by an error too. */
const closed = (socket: Socket) => new Promise((resolve) => socket.on('close', resolve));

/** Sends the beginning of a request, then a drop of it each second; returns the milliseconds until the server cut it. */
async function cutAfter(first: string, drop: string): Promise<number> {
  const began = performance.now();
  const socket = open(port).resume();
  socket.write(first);
  const timer = setInterval(() => socket.write(drop), 1_000);
  await closed(socket);
  clearInterval(timer);
  return performance.now() - began;
}

/** Requests the video as often as one connection may, and reads none of it. */
function stall(to = port): Socket {
  const socket = open(to).pause();
  socket.write('GET /video/home-video.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
  return socket;
}

/** Posts far too much as fast as it is accepted, with a length or in chunks; returns the number of accepted bytes. */
async function pour(index: number): Promise<number> {
  const isChunked = index % 2 === 0;
  const socket = open(port).resume();
  const part = 'x'.repeat(64 * 1024);
  const piece = isChunked ? `${part.length.toString(16)}\r\n${part}\r\n` : part;
  let left = GREEDY_BYTES;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= part.length;
      if (!socket.write(piece)) break;
    }
  };
  socket.write(`${POST}${isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${left}`}\r\n\r\n`);
  socket.on('connect', more).on('drain', more);
  await closed(socket);
  return socket.bytesWritten - socket.writableLength;
}

/** Reads pages one after the other for at least this time; returns the duration of each in milliseconds. */
async function visitFor(ms: number, url = server.url, ask = fetchPage(url)): Promise<number[]> {
  const visits: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end || visits.length < LEAST_VISITS; ) {
    const began = performance.now();
    const { status } = await ask(visits.length % 2 === 0 ? '/' : '/contact');
    // Beside other tests 900 clients may keep the site busy for longer than the proxy waits; these visits do not count.
    if (status === 503 && !isLong) continue;
    expect(status).toBe(200);
    visits.push(performance.now() - began);
    await delay(20);
  }
  return visits;
}

const fetchPage = (url: string) => async (path: string) => {
  const answer = await fetch(url + path, { headers: { connection: 'close' } });
  await answer.arrayBuffer();
  return { status: answer.status };
};
