import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.server.ts';
import { failureStatus, prepareError, type SendNotFound } from '../http/errors.server.ts';
import { isCrossSite, readBodies } from '../http/requests.server.ts';
import { graphqlPath } from '../routes.ts';
import { type Answer, createEndpoint, refusedAnswer } from './endpoint.server.ts';
import { codeOfStatus, type EndpointOptions } from './schema.server.ts';

export interface GraphQLOptions extends EndpointOptions {
  config: Pick<Config, 'siteUrl' | 'apiUrl'>;
  /** Answers addresses below /graphql, where nothing exists. */
  notFound: SendNotFound;
}

/**
 * Serves POST /graphql: JSON only, bodies of bounded size, no posts from other sites. Every refusal has the form of GraphQL
 * (API-4). If the API is on another host (API_URL), browsers may ask from the site's origin.
 */
export function registerGraphQL(app: FastifyInstance, { config, notFound, ...options }: GraphQLOptions) {
  const { siteUrl, apiUrl } = config;
  const endpoint = createEndpoint(options);
  app.register(
    async (scope) => {
      if (apiUrl) allowOrigin(scope, siteUrl);
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        refuse(request, reply, failureStatus(error, request)),
      );
      scope.setNotFoundHandler((request, reply) => {
        if (request.url.split('?')[0] !== graphqlPath) return notFound(request, reply);
        return refuse(request, reply.header('allow', apiUrl ? 'OPTIONS, POST' : 'POST'), 405);
      });
      readBodies(scope, 'application/json');
      scope.post<{ Body?: string }>('', async (request, reply) => {
        if (isCrossSite(request, siteUrl)) return send(reply, refusedAnswer('CROSS_SITE_REFUSED'));
        return send(reply, await endpoint(request.body, request.headers.accept, request.ip));
      });
    },
    { prefix: graphqlPath },
  );
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  const { headers, body } = refusedAnswer(codeOfStatus(status));
  return prepareError(request, reply, status).headers(headers).send(body);
}

/** Lets the site's pages read every answer, and no other pages. */
function allowOrigin(scope: FastifyInstance, siteUrl: string): void {
  scope.addHook('onSend', (request, reply, _payload, done) => {
    if (request.headers.origin === siteUrl)
      reply
        .header('access-control-allow-origin', siteUrl)
        // The page computes the day of the studio's answer from the server's clock (FORM-13).
        .header('access-control-expose-headers', 'date')
        .header('vary', 'origin');
    done();
  });
  scope.options('', async (request, reply) => {
    if (request.headers.origin !== siteUrl) return reply.code(403).send();
    return reply
      .code(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .send();
  });
}
