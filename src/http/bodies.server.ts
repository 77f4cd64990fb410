import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { httpError } from './errors.server.ts';

/** The largest body in bytes that is read: a message of 2000 characters of four bytes fits eight times. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * Lets the routes of this scope read bodies of one media type only.
 * @param read turns the text into `request.body`; a body that is not UTF-8 is refused (400)
 */
export function readBodies(scope: FastifyInstance, mediaType: string, read: (text: string) => unknown): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    mediaType,
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request: unknown, bytes: Buffer, done) => {
      if (isUtf8(bytes)) done(null, read(bytes.toString()));
      else done(httpError(400));
    },
  );
}

/** Reads the fields of a posted form. */
export function readForm(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Refuses compressed bodies (415): a small one may expand to a huge one, and no client of ours sends any. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() === 'identity') done();
    else done(httpError(415));
  });
}
