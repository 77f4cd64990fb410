import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Stands between the browser and the site. */
export interface Front {
  url: string;
  /** Keeps the query of the profile waiting. */
  holdsProfile: boolean;
  /** Answers each script with an error. */
  refusesScripts: boolean;
  /** Lets the held requests go, and holds no more. */
  release(): void;
  stop(): Promise<void>;
}

export async function startFront(siteUrl: string): Promise<Front> {
  const held: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? await text(request) : '';
    if (front.refusesScripts && request.url?.endsWith('.js')) return void response.writeHead(500).end();
    if (front.holdsProfile && body.includes('getAdminPublicProfil'))
      await new Promise<void>((go) => held.push(go));
    forward(siteUrl, request, body, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdsProfile: false,
    refusesScripts: false,
    release: () => {
      front.holdsProfile = false;
      for (const go of held.splice(0)) go();
    },
    stop: async () => {
      front.release();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return front;
}

/** The request goes on as it came, its own Host included: the site must see no other origin than the browser's. */
function forward(
  siteUrl: string,
  { method, url = '/', headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): void {
  const onward = send(new URL(url, siteUrl), { method, headers }, (answer) => {
    // Not kept by the browser: a script that the visit before has fetched could not be refused.
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'cache-control': 'no-store' });
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  onward.end(body);
}
