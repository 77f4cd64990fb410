import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { profileQuery } from '../../src/startup/profile-query.ts';
import { open } from './raw-http.ts';

export interface Attack {
  port: number;
  /** Connections that send a header a second, or nothing at all: half of each. */
  slowHeaders: number;
  /** Connections that send a byte of their body a second. */
  slowBodies: number;
  /** Connections that ask for the video and read none of it. */
  stalledReaders: number;
  /** Clients that post as much as they are let. */
  greedy: number;
  greedyBytes: number;
  /** How long the attack lasts, in milliseconds. */
  lastsMs: number;
  /** Waits until the server has cut the readers that stall, whom no close reaches before they read; not at all without. */
  settled?: () => Promise<void>;
}

export interface Outcome {
  visits: number;
  /** Of those, with the right status. */
  served: number;
  /** Milliseconds. */
  p95: number;
  /** When the last slow connection of each kind was cut, in milliseconds; Infinity when one was not. */
  headersCutMs: number;
  bodiesCutMs: number;
  /** Readers that stalled and are still served at the end. */
  readersLeft: number;
  /** The most bytes that one greedy client could hand over. */
  mostTaken: number;
  /** Greedy clients that are still connected at the end. */
  greedyLeft: number;
}

const POST = 'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** Attacks the server for a while and gives what ordinary visitors met meanwhile. */
export async function attack(options: Attack): Promise<Outcome> {
  const { port, lastsMs } = options;
  const half = Math.floor(options.slowHeaders / 2);
  const headers = [
    ...times(half, () => dribble(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n')),
    ...times(options.slowHeaders - half, () => dribble(port, '', '')),
  ];
  const bodies = times(options.slowBodies, () => dribble(port, `${POST}Content-Length: 60000\r\n\r\n`, ' '));
  const readers = times(options.stalledReaders, () => stall(port));
  const greedy = times(options.greedy, (index) => pour(port, options.greedyBytes, index % 2 === 0));
  const visits = await visit(port, lastsMs);
  await options.settled?.();
  const outcome = {
    ...visits,
    headersCutMs: Math.max(0, ...headers.map(({ cutMs }) => cutMs)),
    bodiesCutMs: Math.max(0, ...bodies.map(({ cutMs }) => cutMs)),
    readersLeft: await stillServed(readers),
    mostTaken: Math.max(0, ...greedy.map(({ socket }) => socket.bytesWritten - socket.writableLength)),
    greedyLeft: greedy.filter(({ cutMs }) => cutMs === Number.POSITIVE_INFINITY).length,
  };
  for (const { socket } of [...headers, ...bodies, ...greedy]) socket.destroy();
  for (const reader of readers) reader.destroy();
  return outcome;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

interface Watched {
  socket: Socket;
  cutMs: number;
}

/** A connection and when the server ended it. */
function watched(port: number): Watched {
  const began = performance.now();
  const connection: Watched = { socket: open(port), cutMs: Number.POSITIVE_INFINITY };
  connection.socket.resume().on('close', () => {
    connection.cutMs = performance.now() - began;
  });
  return connection;
}

function dribble(port: number, first: string, drop: string): Watched {
  const connection = watched(port);
  const { socket } = connection;
  if (first) socket.write(first);
  const timer = setInterval(() => drop && socket.write(drop), 1_000);
  socket.on('close', () => clearInterval(timer));
  return connection;
}

/** Asks for the video, as often as a connection may before it reads, and reads none of it. */
function stall(port: number): Socket {
  const socket = open(port).pause();
  socket.write('GET /video/home-video.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
  return socket;
}

/** How many of them the server still answers, once they read at last and ask for one thing more. */
async function stillServed(readers: readonly Socket[]): Promise<number> {
  const answered = readers.map((reader) => {
    let end = '';
    reader.resume().on('data', (chunk) => {
      end = `${end}${chunk.toString('latin1')}`.slice(-10_000);
    });
    reader.write('HEAD /nulle-part HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return () => end.includes('HTTP/1.1 404');
  });
  const latest = performance.now() + 20_000;
  while (readers.some(({ closed }) => !closed) && performance.now() < latest) await delay(50);
  return readers.filter(({ closed }, index) => !closed || answered[index]?.()).length;
}

/** Posts far too much, with its length said before or in chunks, as fast as it is taken. */
function pour(port: number, bytes: number, chunked: boolean): Watched {
  const connection = watched(port);
  const { socket } = connection;
  const part = Buffer.alloc(64 * 1024, 'x');
  const head = Buffer.from(`${part.length.toString(16)}\r\n`);
  const piece = chunked ? Buffer.concat([head, part, Buffer.from('\r\n')]) : part;
  let left = bytes;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= part.length;
      if (!socket.write(piece)) break;
    }
  };
  socket.write(`${POST}${chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`}\r\n\r\n`);
  socket.on('connect', more).on('drain', more);
  return connection;
}

const pause = 20;

/** What a visitor's browser asks, one thing after the other. */
async function visit(port: number, lastsMs: number): Promise<Pick<Outcome, 'visits' | 'served' | 'p95'>> {
  const url = `http://127.0.0.1:${port}`;
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: profileQuery, variables: { id: 3 } }),
  };
  const asked = [
    () => fetch(`${url}/`),
    () => fetch(`${url}/graphql`, post),
    () => fetch(`${url}/contact`, { headers: { connection: 'close' } }),
  ];
  const times: number[] = [];
  let served = 0;
  const until = performance.now() + lastsMs;
  for (let turn = 0; performance.now() < until; turn += 1) {
    const began = performance.now();
    const answer = await asked[turn % asked.length]?.().catch(() => undefined);
    await answer?.arrayBuffer();
    times.push(performance.now() - began);
    if (answer?.status === 200) served += 1;
    await delay(pause);
  }
  times.sort((a, b) => a - b);
  return { visits: times.length, served, p95: times[Math.floor(times.length * 0.95)] ?? 0 };
}
