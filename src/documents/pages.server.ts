import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowedMethods, type SendNotFound, sendError } from '../http/errors.server.ts';
import { pageAt, pageNames, routes, type ShownPage } from '../routes.ts';
import { chooseVariant, matchesEtag } from './encodings.server.ts';
import type { RenderedDocuments } from './rendering.server.ts';

/**
 * Registers GET and HEAD of every page but that of the contact, and what happens where there is none. One handler serves both
 * methods: Fastify's own HEAD route would say, in a 304, that the document is empty (RFC 9110, 8.6).
 * @returns answers an address that has no route for the method
 */
export function registerPages(app: FastifyInstance, documents: RenderedDocuments): SendNotFound {
  for (const page of pageNames.filter((name) => name !== 'contact'))
    app.route({
      method: ['GET', 'HEAD'],
      url: routes[page].path,
      handler: (request, reply) => sendDocument(request, reply, documents, page),
    });
  const notFound: SendNotFound = (request, reply) => {
    const { method, url } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      const allowed = allowedMethods(app, url);
      // RFC 9110, 15.5.6.
      return allowed.length === 0
        ? sendError(request, reply, 404)
        : sendError(request, reply.header('allow', allowed.join(', ')), 405);
    }
    const address = pageAddress(url);
    return address ? reply.redirect(address, 308) : sendDocument(request, reply, documents, 'notFound');
  };
  app.setNotFoundHandler(notFound);
  return notFound;
}

/** Answers with a document in the best encoding, with 304 when the browser has it already. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  documents: RenderedDocuments,
  name: ShownPage,
): FastifyReply {
  const { encoding, body, etag } = chooseVariant(documents.get(name), request.headers['accept-encoding']);
  reply.headers({
    'content-security-policy': documents.policyOf(name),
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    etag,
  });
  if (name === 'notFound') reply.code(404);
  else if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}

/** Finds the page that a trailing slash or another case means, with its query (PAGE-1). */
function pageAddress(url: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(url) ?? [];
  const page = pageAt(path.toLowerCase().replace(/^(\/.+)\/$/, '$1'));
  return page && routes[page].path + query;
}
