import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, refusedAnswer } from '../graphql/answer.server.ts';
import type { Engine } from '../graphql/engine.server.ts';
import { refusal } from '../graphql/errors.server.ts';
import { graphqlPath } from '../routes.ts';
import { isCrossSite } from './cross-site.server.ts';
import { MAX_BODY_BYTES } from './limits.server.ts';
import { utf8Body, utf8Text } from './utf8-bodies.server.ts';

export interface GraphQLRouteOptions {
  engine: Engine;
  /** Origins whose pages may call: the site's own, and the public one when the API stands on another host. */
  allowedOrigins: readonly string[];
  /** Whether browsers may ask from another host (API_URL). */
  cors: boolean;
  /** The address that a request comes from. */
  addressOf(request: IncomingMessage): string;
}

/** POST /graphql, JSON only: bodies are capped before they are read, posts from other sites are refused. */
export function registerGraphQL(
  app: FastifyInstance,
  { engine, allowedOrigins, cors, addressOf }: GraphQLRouteOptions,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, utf8Body(utf8Text));
    // No async handler: a query is answered in the same turn, a promise would cost it a tenth of its speed.
    scope.post(graphqlPath, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
      if (isCrossSite(request, allowedOrigins))
        return send(reply, refusedAnswer(refusal('CROSS_SITE_REFUSED')));
      const body = typeof request.body === 'string' ? request.body : '';
      const answer = engine(body, request.headers.accept, { address: addressOf(request.raw) });
      if (!(answer instanceof Promise)) return send(reply, answer);
      answer.then(
        (later) => send(reply, later),
        (error) => reply.send(error),
      );
    });
    if (cors) scope.options(graphqlPath, async (request, reply) => preflight(request, reply, allowedOrigins));
  });
}

function send(reply: FastifyReply, { status, headers, body }: Answer): void {
  reply.code(status).headers(headers).send(body);
}

/** Lets the pages of these origins read every answer; registered before what refuses a request on its way to the route. */
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
