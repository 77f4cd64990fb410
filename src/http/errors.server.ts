import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from '../content/errors.ts';
import { refusedAnswer } from '../graphql/endpoint.server.ts';
import { codeOfStatus } from '../graphql/errors.server.ts';
import { graphqlPath, pageAt, routes } from '../routes.ts';
import type { Documents } from './documents.server.ts';
import { sendDocument } from './pages.server.ts';

/** Makes an error that is answered with this status, in the words of `httpErrors`. */
export function httpError(statusCode: number): Error {
  return Object.assign(new Error(httpErrors[statusCode]), { statusCode });
}

/** Methods that some address accepts, in the order of `Allow`. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'] as const;

/** Answers unknown addresses and failures in plain French, without internal detail (API-4). */
export function registerErrors(app: FastifyInstance, documents: Documents): void {
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const looksForPage = (method === 'GET' || method === 'HEAD') && url.split('?')[0] !== graphqlPath;
    // The route of the files calls this handler for a missing file.
    const allowed =
      looksForPage || !request.is404 ? [] : METHODS.filter((each) => app.findRoute({ method: each, url }));
    // RFC 9110, 15.5.6.
    if (allowed.length > 0) return sendError(request, reply.header('allow', allowed.join(', ')), 405);
    if (!looksForPage) return sendError(request, reply, 404);
    const address = pageAddress(url);
    return address ? reply.redirect(address, 308) : sendDocument(request, reply, documents, 'notFound');
  });
  app.setErrorHandler((error: FastifyError & { headers?: Record<string, string> }, request, reply) => {
    const status =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 600 ? error.statusCode : 500;
    // A 503 tells nothing new, and would fill the log just when there is least room.
    if (status >= 500 && status !== 503) request.log.error({ err: error }, 'request failed');
    // The length of the file, if a range begins beyond it (RFC 9110, 15.5.17).
    if (status === 416) reply.headers({ ...error.headers });
    return sendError(request, reply, status);
  });
}

/** Gives the address of the page that a trailing slash or another case means, with its query (PAGE-1). */
function pageAddress(url: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(url) ?? [];
  const page = pageAt(path.toLowerCase().replace(/^(\/.+)\/$/, '$1'));
  return page && routes[page].path + query;
}

function sendError(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  // Closes the connection instead of waiting for the rest of an unread body.
  if (!request.raw.complete) reply.header('connection', 'close');
  if (request.url.split('?')[0] === graphqlPath) {
    const { headers, body } = refusedAnswer(codeOfStatus(status));
    return reply.headers(headers).send(body);
  }
  const message = httpErrors[status] ?? httpErrors[status < 500 ? 400 : 500] ?? '';
  return reply.type('text/plain; charset=utf-8').send(`${message}\n`);
}

/**
 * Answers an address that cannot be decoded (`/100%`) with the 404 page (PAGE-1) and the base headers. Such a request reaches
 * no route and no hook; its connection closes, as no hook has counted the request.
 */
export function answerBadAddress(baseHeaders: Record<string, string>, documents: Documents) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(baseHeaders).header('connection', 'close');
    if (request.method === 'GET' || request.method === 'HEAD')
      sendDocument(request, reply, documents, 'notFound');
    else sendError(request, reply, 400);
  };
}
