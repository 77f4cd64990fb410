import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createEndpoint, type EndpointOptions } from './endpoint.server.ts';
import { refusal } from './errors.server.ts';
import { MAX_BODY_BYTES } from './limits.server.ts';

export interface GraphQLRouteOptions extends EndpointOptions {
  /** Origins whose pages may call: the site's own, and the public one when the API stands on another host. */
  allowedOrigins: readonly string[];
  /** Whether browsers of other origins are answered with CORS headers (API_URL). */
  cors: boolean;
}

/** POST /graphql, JSON only: bodies are capped before they are read, posts from other sites are refused. */
export function registerGraphQL(
  app: FastifyInstance,
  { allowedOrigins, cors, ...options }: GraphQLRouteOptions,
): void {
  const endpoint = createEndpoint(options);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/graphql', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      if (isCrossSite(request, allowedOrigins))
        return reply.code(403).send({ errors: [refusal('CROSS_SITE_REFUSED')] });
      if (cors) allowOrigin(request, reply);
      const response = await endpoint.fetch(
        new URL('/graphql', 'http://graphql.internal'),
        { method: 'POST', headers: headersOf(request), body: request.body as string },
        { address: request.ip },
      );
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(await response.text());
    });
    if (cors) scope.options('/graphql', async (request, reply) => preflight(request, reply, allowedOrigins));
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: '/graphql',
      handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
    });
  });
}

/** A browser says where a request comes from; other clients say nothing and are let through. */
function isCrossSite(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin !== undefined)
    return !allowedOrigins.includes(origin) && hostOf(origin) !== request.headers.host;
  return request.headers['sec-fetch-site'] === 'cross-site';
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function headersOf(request: FastifyRequest): Record<string, string> {
  return {
    'content-type': request.headers['content-type'] ?? '',
    accept: request.headers.accept ?? '*/*',
  };
}

function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin)
    reply.header('access-control-allow-origin', request.headers.origin).header('vary', 'origin');
}

function preflight(request: FastifyRequest, reply: FastifyReply, allowedOrigins: readonly string[]) {
  if (!allowedOrigins.includes(request.headers.origin ?? '')) return reply.code(403).send();
  allowOrigin(request, reply);
  return reply
    .code(204)
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', '86400')
    .send();
}
