import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';
const PATH = '/metrics';

/** The listener of the metrics. */
export interface MetricsListener {
  /** `http://127.0.0.1:13000/metrics` */
  url: string;
  stop(): Promise<void>;
}

/**
 * Gives the port for the metrics of a process, by its own port: 3000 gives 13000, 3001 gives 13001. Not the next port, which
 * belongs to the next process; and never one of those that systems hand out by themselves (32768 and up).
 */
export function metricsPort(port: number): number {
  const tens = port >= 10_000 && port < 20_000 ? 20_000 : 10_000;
  return tens + (port % 10_000);
}

/**
 * Serves the metrics to this machine and nobody else.
 * @throws the system's error when the port is taken
 */
export async function listenForMetrics(port: number, text: () => Promise<string>): Promise<MetricsListener> {
  const server = createServer((request, response) => void answer(request, response, text));
  server.listen(port, HOST);
  await once(server, 'listening');
  // It never keeps the process alive, and a scraper does not hold up its end.
  server.unref();
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}${PATH}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, text: () => Promise<string>) {
  // A page in a browser of this machine may reach the port, under another name than the machine's own (DNS rebinding).
  const known =
    request.headers.host?.startsWith(`${HOST}:`) || request.headers.host?.startsWith('localhost:');
  if (request.method !== 'GET' || request.url !== PATH || !known) return response.writeHead(404).end();
  const body = await text();
  return response
    .writeHead(200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}
