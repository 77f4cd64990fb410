import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageNames, routes } from '../routes.ts';
import type { DocumentName, Documents } from './documents.server.ts';
import { chooseVariant, matchesEtag } from './encodings.server.ts';

/** The query of the contact page after a message was sent without JavaScript. */
export const SENT_QUERY = 'envoi=reussi';

/**
 * Registers GET and HEAD of every page with one handler. Fastify's own HEAD route would tell, in a 304, that the document is
 * empty (RFC 9110, 8.6).
 */
export function registerPages(app: FastifyInstance, documents: Documents): void {
  for (const page of pageNames)
    app.route({
      method: ['GET', 'HEAD'],
      url: routes[page].path,
      handler: (request, reply) => {
        const isSent = page === 'contact' && request.url.endsWith(`?${SENT_QUERY}`);
        sendDocument(request, reply, documents, isSent ? 'contactSent' : page);
      },
    });
}

/** Answers with a document in the best encoding, with 304 when the browser has it already. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  documents: Documents,
  name: DocumentName,
): FastifyReply {
  const { encoding, body, etag } = chooseVariant(documents.get(name), request.headers['accept-encoding']);
  reply.headers({
    'content-security-policy': documents.policy,
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    etag,
  });
  if (name === 'notFound') reply.code(404);
  else if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}
