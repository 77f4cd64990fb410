import { type RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readBuiltSite } from '../../src/documents/built-site.server.ts';
import { ROOT } from '../support/root.ts';
import { startTestServer } from '../support/server.ts';

export async function startFront() {
  const site = await readBuiltSite(join(ROOT, 'dist'));
  const { app, url, stop } = await startTestServer({}, false, { site });
  const waiting: (() => void)[] = [];
  const front = {
    url,
    holdsProfile: false,
    /** Lets no script run, even one that the engine has cached. */
    forbidsScripts: false,
    /** Answers the waiting requests, and holds no further ones. */
    release: () => {
      front.holdsProfile = false;
      for (const answer of waiting.splice(0)) answer();
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
    const changed = front.forbidsScripts ? { 'content-security-policy': "script-src 'none'" } : {};
    const { writeHead } = ServerResponse.prototype;
    response.writeHead = ((status: number, headers: object) =>
      writeHead.call(response, status, { ...headers, ...changed })) as typeof response.writeHead;
    // The film is left out, because no journey looks at it and without a graphics card it costs more than all of them.
    if (request.url?.startsWith('/video/')) response.writeHead(404).end();
    else if (front.holdsProfile && request.url === '/graphql') waiting.push(answer);
    else answer();
  });
  return front;
}
