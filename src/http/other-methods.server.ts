import type { FastifyInstance } from 'fastify';
import { httpError } from './http-error.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers the methods that an address does not take: 405 with `Allow` (RFC 9110, 15.5.6), whatever body they carry. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    onRequest: (_request, reply, done) => {
      reply.header('allow', allowed.join(', '));
      done(httpError(405));
    },
    // Never reached; Fastify wants one.
    handler: () => {},
  });
}
