import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { pageNames, routes } from '../routes.ts';
import type { DocumentName, Documents, OwnHeaders } from './documents.server.ts';
import { chooseVariant, type EncodedVariant, matchesEtag } from './encodings.server.ts';

export interface PagesOptions {
  documents: Documents;
  ownHeaders: OwnHeaders;
}

/** The query that the contact page carries after a message was sent without JavaScript. */
export const SENT_QUERY = 'envoi=reussi';

/** GET of every page of the route table, except the one with the form. */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  for (const name of pageNames) {
    if (name === 'contact') continue;
    registerDocument(app, routes[name].path, async (request, reply) =>
      sendDocument(request, reply, options, name),
    );
  }
}

/**
 * GET and HEAD of a document, by one handler: the HEAD route that Fastify makes by itself would say of a 304 that the document
 * has no bytes (RFC 9110, 8.6).
 */
export function registerDocument(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}

/** Answers with a document: the best encoding, 304 when the browser already has it. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { documents, ownHeaders }: PagesOptions,
  name: DocumentName,
): FastifyReply {
  const variant = chooseVariant(documents.get(name), request.headers['accept-encoding']);
  reply.headers(documentHeaders(ownHeaders[name], variant.etag));
  if (name === 'notFound') reply.code(404);
  else if (matchesEtag(request.headers['if-none-match'], variant.etag)) return reply.code(304).send();
  return sendVariant(reply, variant);
}

/** What a document and a 304 in its place have in common. */
export function documentHeaders(own: OwnHeaders[DocumentName], etag: string): Record<string, string> {
  return {
    ...own,
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    etag,
  };
}

/** What says how the body of a document has to be read. */
export function variantHeaders({ encoding }: EncodedVariant): Record<string, string> {
  return {
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-type': 'text/html; charset=utf-8',
  };
}

/** The body of a document in its encoding. */
export function sendVariant(reply: FastifyReply, variant: EncodedVariant): FastifyReply {
  return reply.headers(variantHeaders(variant)).send(variant.body);
}
