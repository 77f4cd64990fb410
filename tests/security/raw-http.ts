import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Exchange {
  text: string;
  statuses: number[];
  /** Whether the server closed the connection within the time. */
  closed: boolean;
}

/** Default wait in milliseconds, shorter than the server keeps an idle connection open. */
const PATIENCE_MS = 8_000;

/** Opens a connection and ignores the error that ends it. */
export function open(port: number): Socket {
  return connect({ port, host: '127.0.0.1' }).on('error', () => {});
}

/** Sends bytes unchanged; returns all that came until the server closed, or `waitMs` had passed. */
export function exchange(port: number, bytes: string, waitMs = PATIENCE_MS): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = open(port);
    let text = '';
    const end = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n/g)].map(([, status]) =>
        Number(status),
      );
      resolve({ text, statuses, closed });
    };
    const timer = setTimeout(() => end(false), waitMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => end(true));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

/** Sends a request with its path and headers unchanged; `fetch` and `inject` would normalise them. */
export async function ask({ body, ...options }: RequestOptions & { body?: string | undefined }) {
  const sent = request({ host: '127.0.0.1', ...options }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

/** Sends a request that is written as `METHOD path | header: value || body`. */
export function askWritten(url: string, request: string) {
  const [, head = '', body] = /^(.*?)(?: \|\| (.*))?$/s.exec(request) ?? [];
  const [line = '', ...fields] = head.split(' | ');
  const [method, path] = line.split(' ');
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/)));
  return ask({ port: new URL(url).port, method, path, headers, body });
}
