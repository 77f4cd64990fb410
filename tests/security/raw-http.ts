import { connect, type Socket } from 'node:net';

export interface Exchange {
  /** All that came back, as Latin-1. */
  text: string;
  /** The status of each answer. */
  statuses: number[];
  /** Whether the server closed the connection within the time. */
  closed: boolean;
  /** Milliseconds from the connection to its end. */
  ms: number;
}

/** Less than the time after which the server closes any connection that asks nothing. */
const PATIENCE_MS = 8_000;

/** Opens a connection and keeps whatever error ends it to itself. */
export function open(port: number): Socket {
  return connect({ port, host: '127.0.0.1' }).on('error', () => {});
}

/**
 * Sends bytes as they are and gives all that comes back until the server closes, `waitMs` have passed, or this many
 * answers to GET or POST are whole.
 */
export function exchange(
  port: number,
  bytes: string,
  waitMs = PATIENCE_MS,
  answers = Number.POSITIVE_INFINITY,
): Promise<Exchange> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = open(port);
    let text = '';
    const end = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, statuses: statusesIn(text), closed, ms: performance.now() - began });
    };
    const timer = setTimeout(() => end(false), waitMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (wholeAnswersIn(text) >= answers) end(false);
    });
    socket.on('close', () => end(true));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n/g)].map(([, status]) => Number(status));
}

function wholeAnswersIn(text: string): number {
  let count = 0;
  let rest = text;
  for (;;) {
    const head = rest.indexOf('\r\n\r\n') + 4;
    const length = Number(/^content-length: (\d+)/im.exec(rest.slice(0, head))?.[1] ?? 0);
    if (head < 4 || rest.length < head + length) return count;
    rest = rest.slice(head + length);
    count += 1;
  }
}
