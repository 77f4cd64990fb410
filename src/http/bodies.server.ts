import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeUtf8 } from '../config/decode-utf8.ts';
import { httpError } from './errors.server.ts';

/** The largest body in bytes that is read: a message of 2000 characters of four bytes fits eight times. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Lets the routes of this scope read bodies of one media type only (`*`: of any), as text. A compressed body is refused (415),
 * since a small one may expand to a huge one; so is one that is not UTF-8 (400).
 */
export function readBodies(scope: FastifyInstance, mediaType: string): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    mediaType,
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    ({ headers }: FastifyRequest, bytes: Buffer, done) => {
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') return done(httpError(415));
      const text = decodeUtf8(bytes);
      return text === undefined ? done(httpError(400)) : done(null, text);
    },
  );
}
