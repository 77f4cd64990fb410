import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What happens to requests of one kind: to the site, answered with an error, or kept waiting. */
type Way = 'through' | 'refused' | 'held';

/** Stands between the browser and the site, and decides what becomes of its GraphQL requests and scripts. */
export interface Front {
  url: string;
  profile: Way;
  contact: Way;
  scripts: Way;
  /** Lets the held requests go. */
  release(): void;
  stop(): Promise<void>;
}

export async function startFront(siteUrl: string): Promise<Front> {
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await text(request) : '';
      const way = wayOf(request.url ?? '/', body);
      if (way === 'refused') return void response.writeHead(500).end();
      if (way === 'held') await new Promise<void>((go) => held.push(go));
      forward(siteUrl, request, body, response);
    })();
  }).listen(0, '127.0.0.1');
  const wayOf = (path: string, body: string): Way => {
    if (path.endsWith('.js')) return front.scripts;
    if (body.includes('getAdminPublicProfil')) return front.profile;
    return body.includes('postContactForm') ? front.contact : 'through';
  };
  const release = () => {
    for (const go of held.splice(0)) go();
  };
  const front: Front = {
    url: '',
    profile: 'through',
    contact: 'through',
    scripts: 'through',
    release,
    stop: async () => {
      release();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  await once(server, 'listening');
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    // Not kept by the browser: a style sheet that the visit before has fetched could not be held.
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'cache-control': 'no-store' });
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  onward.end(body);
}
