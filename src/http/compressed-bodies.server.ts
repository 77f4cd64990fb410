import type { FastifyInstance } from 'fastify';
import { httpErrors } from '../content/errors.ts';

/** Refuses compressed bodies with 415: a small one may unfold to a huge one, and no client of ours sends any. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() === 'identity') done();
    else done(Object.assign(new Error(httpErrors[415]), { statusCode: 415 }));
  });
}
