import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.server.ts';
import { type Answer, type Endpoint, refusedAnswer } from '../graphql/endpoint.server.ts';
import { graphqlPath } from '../routes.ts';
import { readBodies } from './bodies.server.ts';
import { isCrossSite } from './cross-site.server.ts';

/**
 * Registers POST /graphql: JSON only, bodies capped before they are read, posts from other sites refused. Browsers may ask
 * from the site's origin if the API is on another host (API_URL).
 */
export function registerGraphQL(
  app: FastifyInstance,
  endpoint: Endpoint,
  { siteUrl, apiUrl }: Pick<Config, 'siteUrl' | 'apiUrl'>,
): void {
  app.register(async (scope) => {
    readBodies(scope, 'application/json');
    scope.post<{ Body?: string }>(graphqlPath, async (request, reply) => {
      if (isCrossSite(request, siteUrl)) return send(reply, refusedAnswer('CROSS_SITE_REFUSED'));
      return send(reply, await endpoint(request.body ?? '', request.headers.accept, request.ip));
    });
    if (apiUrl) scope.options(graphqlPath, async (request, reply) => preflight(request, reply, siteUrl));
  });
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** Lets the site's pages read every answer; register it before anything that refuses a request. */
export function allowOrigin(app: FastifyInstance, siteUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin === siteUrl && request.url.split('?')[0] === graphqlPath)
      reply.header('access-control-allow-origin', siteUrl).header('vary', 'origin');
    done();
  });
}

function preflight(request: FastifyRequest, reply: FastifyReply, siteUrl: string) {
  if (request.headers.origin !== siteUrl) return reply.code(403).send();
  return reply
    .code(204)
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', '86400')
    .send();
}
