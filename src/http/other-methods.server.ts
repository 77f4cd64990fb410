import type { FastifyInstance } from 'fastify';
import { insightsViewPath } from '../routes.ts';
import { httpError } from './http-error.ts';

/** Those that any address takes, in the order in which `Allow` names them. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'] as const;

/** Answers the methods that an address does not take: 405 with `Allow` (RFC 9110, 15.5.6), whatever body they carry. */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const { method, url } = request;
    // A browser that goes to the address of the page views gets the page of missing pages, as anywhere else.
    const looksForPage = (method === 'GET' || method === 'HEAD') && url.split('?')[0] === insightsViewPath;
    const allowed = METHODS.filter((each) => app.findRoute({ method: each, url }));
    if (looksForPage || allowed.length === 0) return done();
    reply.header('allow', allowed.join(', '));
    done(httpError(405));
  });
}
