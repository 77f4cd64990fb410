import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a site of somebody else, whose every page has this body. */
export async function startOtherSite(body: string, headers: Record<string, string> = {}) {
  const html = `<!doctype html><link rel="icon" href="data:,"><title>Autre site</title>${body}`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // Another site than 127.0.0.1 for the browser, and another origin than the same site's other ports.
    elsewhere: `http://localhost:${port}`,
    otherPort: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
