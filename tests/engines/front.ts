import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { readBuiltSite } from '../../src/documents/built-site.server.ts';
import { ROOT } from '../support/root.ts';
import { startTestServer } from '../support/server.ts';

/** The site, with requests that a journey may hold or refuse. */
export type Front = Awaited<ReturnType<typeof startFront>>;

/** Starts the built site in this process. */
export async function startFront() {
  const { app, url, stop } = await startTestServer({}, false, {
    site: await readBuiltSite(join(ROOT, 'dist')),
  });
  const held: (() => void)[] = [];
  const front = {
    url,
    /** Keeps the query of the profile waiting. */
    holdsProfile: false,
    /** Answers each script with an error. */
    refusesScripts: false,
    /** Releases the held requests, and holds no more. */
    release: () => {
      front.holdsProfile = false;
      for (const answer of held.splice(0)) answer();
    },
    stop: () => {
      front.release();
      return stop();
    },
  };
  const listeners = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const answer = () => {
      for (const listener of listeners) listener.call(app.server, request, response);
    };
    if (front.refusesScripts && request.url?.endsWith('.js')) response.writeHead(500).end();
    else if (front.holdsProfile && request.url === '/graphql') held.push(answer);
    else answer();
  });
  return front;
}
