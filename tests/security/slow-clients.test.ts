import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuiltSite } from '../../src/http/built-site.server.ts';
import { serverLimits } from '../../src/http/limits.server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { open } from './raw-http.ts';

const LASTS_MS = 6_000;
/** The machine itself may stand still for a while. */
const STALL_MS = 2_000;
const GREEDY_BYTES = 8_000_000;
const POST = 'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** The product's limits, but for the times. */
const limits = {
  ...serverLimits,
  ...{ headersMs: 1_000, requestMs: 2_000, checkEveryMs: 200, keepAliveMs: 500, idleMs: 2_000 },
};
let server: TestServer;
let port: number;
let clientDir: string;

beforeAll(async () => {
  const site = await readBuiltSite(join(import.meta.dirname, '../../dist'));
  // A video of which most does not fit into the buffers between.
  clientDir = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  await mkdir(join(clientDir, 'video'));
  await writeFile(join(clientDir, 'video/home-video.mp4'), Buffer.alloc(12_000_000));
  server = await startTestServer({}, false, { limits, site: { ...site, clientDir } });
  port = (server.app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  await server.stop();
  await rm(clientDir, { recursive: true });
});

it('slow and greedy clients are cut, and visitors do not notice', async () => {
  const slowHeaders = times(40, () => dribble('GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'));
  const slow = [...slowHeaders, ...times(40, () => dribble('', ''))];
  const slowBodies = times(40, () => dribble(`${POST}Content-Length: 60000\r\n\r\n`, ' '));
  times(20, stall);
  const greedy = times(8, pour);
  const visits = await visitUntil(performance.now() + LASTS_MS);
  // Those who stall too, though they do not hear of it before they read.
  const openConnections = promisify(server.app.server.getConnections.bind(server.app.server));
  await expect.poll(() => openConnections()).toBe(0);

  expect(visits.length).toBeGreaterThan(20);
  expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
  const inOrder = visits.map(({ ms }) => ms).sort((one, other) => one - other);
  expect(inOrder[Math.floor(visits.length * 0.95)]).toBeLessThan(500 + STALL_MS);
  const lastCut = (clients: Watched[]) => Math.max(...clients.map(({ cutMs }) => cutMs));
  expect(lastCut(slow)).toBeLessThan(2_500 + STALL_MS);
  expect(lastCut(slowBodies)).toBeLessThan(3_400 + STALL_MS);
  expect(lastCut(greedy)).toBeLessThan(Number.POSITIVE_INFINITY);
  for (const { socket } of greedy)
    expect(socket.bytesWritten - socket.writableLength).toBeLessThan(GREEDY_BYTES);
  expect(await server.storage.db.selectFrom('message').select('id').execute()).toEqual([]);
});

it('the product’s limits keep within the figures', () => {
  expect(serverLimits.headersMs + serverLimits.checkEveryMs).toBeLessThanOrEqual(30_000);
  expect(serverLimits.requestMs + serverLimits.checkEveryMs).toBeLessThanOrEqual(45_000);
  expect(server.app.server).toMatchObject({ headersTimeout: 1_000, requestTimeout: 2_000, timeout: 2_000 });
});

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A connection, and after how many milliseconds the server ended it. */
interface Watched {
  socket: Socket;
  cutMs: number;
}

function watched(): Watched {
  const began = performance.now();
  const connection: Watched = { socket: open(port), cutMs: Number.POSITIVE_INFINITY };
  connection.socket.resume().on('close', () => {
    connection.cutMs = performance.now() - began;
  });
  return connection;
}

/** Sends the beginning of a request, then a drop of it each second. */
function dribble(first: string, drop: string): Watched {
  const connection = watched();
  const { socket } = connection;
  if (first) socket.write(first);
  const timer = setInterval(() => drop && socket.write(drop), 1_000);
  socket.on('close', () => clearInterval(timer));
  return connection;
}

/** Asks for the video, as often as a connection may before it reads, and reads none of it. */
function stall(): void {
  open(port).pause().write('GET /video/home-video.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
}

/** Posts far too much, with its length said before or in chunks, as fast as it is taken. */
function pour(index: number): Watched {
  const isChunked = index % 2 === 0;
  const connection = watched();
  const { socket } = connection;
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
  return connection;
}

/** Reads pages one after the other, until then. */
async function visitUntil(end: number) {
  const visits: { status: number | undefined; ms: number }[] = [];
  while (performance.now() < end) {
    const began = performance.now();
    const path = visits.length % 2 === 0 ? '/' : '/contact';
    const answer = await fetch(server.url + path, { headers: { connection: 'close' } }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer();
    visits.push({ status: answer?.status, ms: performance.now() - began });
    await delay(20);
  }
  return visits;
}
