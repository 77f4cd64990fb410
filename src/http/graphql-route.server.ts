import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, type Endpoint, refusedAnswer } from '../graphql/endpoint.server.ts';
import { graphqlPath } from '../routes.ts';
import { readBodies } from './bodies.server.ts';
import { isCrossSite } from './cross-site.server.ts';

export interface GraphQLRouteOptions {
  endpoint: Endpoint;
  /** Origins whose pages may call: the site's own, and the public one if the API is on another host. */
  allowedOrigins: readonly string[];
  /** Whether browsers may ask from another host (API_URL). */
  cors: boolean;
}

/** Registers POST /graphql: JSON only, bodies capped before they are read, posts from other sites refused. */
export function registerGraphQL(
  app: FastifyInstance,
  { endpoint, allowedOrigins, cors }: GraphQLRouteOptions,
): void {
  app.register(async (scope) => {
    readBodies(scope, 'application/json');
    scope.post<{ Body?: string }>(graphqlPath, async (request, reply) => {
      if (isCrossSite(request, allowedOrigins)) return send(reply, refusedAnswer('CROSS_SITE_REFUSED'));
      return send(reply, await endpoint(request.body ?? '', request.headers.accept, request.ip));
    });
    if (cors) scope.options(graphqlPath, async (request, reply) => preflight(request, reply, allowedOrigins));
  });
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** Lets the pages of these origins read every answer; register it before anything that refuses a request. */
export function allowOrigins(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin && allowedOrigins.includes(origin) && request.url.split('?')[0] === graphqlPath)
      reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    done();
  });
}

function preflight(request: FastifyRequest, reply: FastifyReply, allowedOrigins: readonly string[]) {
  if (!allowedOrigins.includes(request.headers.origin ?? '')) return reply.code(403).send();
  return reply
    .code(204)
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', '86400')
    .send();
}
