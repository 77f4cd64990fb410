import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeUtf8 } from '../config/decode-utf8.server.ts';
import { httpError } from './errors.server.ts';

const HOST = /^[a-z0-9._~-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * Refuses requests that Node's parser accepts but that two servers in a row could read differently (RFC 9112). Their Host is
 * missing, invalid or double (3.2), their address no path (3.2.4), their HTTP/1.0 body chunked (6.1), or their version new, such
 * as 2.0 (2.3). Node's own check of Host would answer without the base headers.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isUnambiguous(request.raw)) return done();
    reply.header('connection', 'close');
    done(httpError(400));
  });
}

function isUnambiguous({ url, rawHeaders, httpVersion, headers }: IncomingMessage): boolean {
  if (!url?.startsWith('/')) return false;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (httpVersion === '1.0') return hosts <= 1 && headers['transfer-encoding'] === undefined;
  return httpVersion === '1.1' && hosts === 1 && HOST.test(headers.host ?? '');
}

/**
 * Detects a request from a page of another site. Browsers name the origin (Origin, Fetch Metadata); other clients name none and
 * pass. Behind a proxy that sends `Referrer-Policy: no-referrer`, our own form has the origin `null`; then Fetch Metadata
 * decides, which no page can forge.
 * @param siteUrl origin of our own pages, which may differ from the address of this server
 */
export function isCrossSite({ headers }: Pick<IncomingMessage, 'headers'>, siteUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === 'cross-site';
  if (origin === 'null') return site !== 'same-origin';
  if (origin === siteUrl) return false;
  return host === undefined || URL.parse(origin)?.host !== host;
}

/** Largest body that is read, in bytes. A full form takes 20 KB, as a character may need 9 bytes. */
const MAX_BODY_BYTES = 32 * 1024;

/**
 * Lets the routes of this scope read bodies of one media type only (`*` for any), as text. A compressed body is refused (415),
 * since a small one may expand to a huge one. So is one that is not UTF-8 (400).
 */
export function readBodies(scope: FastifyInstance, mediaType: string): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    mediaType,
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    ({ headers }: FastifyRequest, bytes: Buffer, done) => {
      const { 'content-encoding': encoding = 'identity' } = headers;
      if (encoding !== 'identity') return done(httpError(415));
      const text = decodeUtf8(bytes);
      return text === undefined ? done(httpError(400)) : done(null, text);
    },
  );
}
