import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

const HOST = '127.0.0.1';
const PATH = '/metrics';

/**
 * Gives the port for the metrics of a process: 13000 for 3000, 13001 for 3001. The next port may belong to the next process.
 * Systems assign ports from 32768 up by themselves, so the result is never one of them.
 */
export function metricsPort(port: number): number {
  const tens = port >= 10_000 && port < 20_000 ? 20_000 : 10_000;
  return tens + (port % 10_000);
}

/** Gives the address of the metrics at a port. */
export function metricsAddress(port: number): string {
  return `http://${HOST}:${port}${PATH}`;
}

/**
 * Serves the metrics to this machine and nobody else.
 * @throws the system's error when the port is taken
 */
export async function listenForMetrics(port: number, text: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response, text));
  server.listen(port, HOST);
  await once(server, 'listening');
  // It does not keep the process alive, and a scraper does not delay its end.
  return server.unref();
}

async function answer(request: IncomingMessage, response: ServerResponse, text: () => Promise<string>) {
  // A page in a local browser may reach the port under a foreign host name (DNS rebinding).
  const known =
    request.headers.host?.startsWith(`${HOST}:`) || request.headers.host?.startsWith('localhost:');
  response.setHeader('x-content-type-options', 'nosniff');
  if (request.method !== 'GET' || request.url !== PATH || !known) return response.writeHead(404).end();
  const body = await text();
  return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
}
