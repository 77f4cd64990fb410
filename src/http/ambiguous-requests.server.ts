import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { httpError } from './errors.server.ts';

const HOST = /^[a-z0-9._~-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * Refuses requests that two servers in a row could read differently (RFC 9112) although Node's parser accepts them. Such a
 * request has no Host, several or an invalid one (3.2), a chunked body in HTTP/1.0 (6.1), or another version, such as 2.0
 * (2.3). Node's own check of Host would answer without the base headers.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isUnambiguous(request.raw)) return done();
    reply.header('connection', 'close');
    done(httpError(400));
  });
}

function isUnambiguous({ rawHeaders, httpVersion, headers }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (httpVersion === '1.0') return hosts <= 1 && headers['transfer-encoding'] === undefined;
  return httpVersion === '1.1' && hosts === 1 && HOST.test(headers.host ?? '');
}
