import type { FastifyInstance } from 'fastify';
import { httpErrors } from '../content/errors.ts';

/** Refuses compressed bodies with 415: a small one may unfold to a huge one, and no client of ours sends any. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw Object.assign(new Error(httpErrors[415]), { statusCode: 415 });
  });
}
