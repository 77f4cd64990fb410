import type { FastifyInstance } from 'fastify';
import { httpError } from './http-error.ts';

/** Refuses compressed bodies with 415: a small one may unfold to a huge one, and no client of ours sends any. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() === 'identity') done();
    else done(httpError(415));
  });
}
