import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBodies } from '../http/bodies.server.ts';
import { isCrossSite } from '../http/cross-site.server.ts';
import { httpError } from '../http/errors.server.ts';
import { routes } from '../routes.ts';
import { type ContactPageState, SENT_QUERY } from './page-state.ts';
import type { ReceiveMessage } from './receive.server.ts';

/** The document of the page. */
export interface ContactDocument {
  /** Content security policy. */
  policy: string;
  /** Renders the page with a visitor's posted values. */
  contactPage(state: ContactPageState): Promise<string>;
}

export interface ContactPageOptions {
  documents: ContactDocument;
  receive: ReceiveMessage;
  /** Origin of the pages that may post. */
  siteUrl: string;
}

/** Registers POST /contact, the form without JavaScript (FORM-7): same rules, same storage, 303 after success. */
export function registerContactPost(app: FastifyInstance, options: ContactPageOptions): void {
  app.register(async (scope) => {
    readBodies(scope, 'application/x-www-form-urlencoded');
    scope.post<{ Body?: string }>(routes.contact.path, (request, reply) =>
      answerPost(request, reply, options),
    );
  });
}

async function answerPost(
  request: FastifyRequest<{ Body?: string }>,
  reply: FastifyReply,
  { documents, receive, siteUrl }: ContactPageOptions,
) {
  if (isCrossSite(request, siteUrl)) throw httpError(403);
  const { website, ...values } = Object.fromEntries(new URLSearchParams(request.body));
  const failed: ContactPageState = { values, errors: [], outcome: 'failed' };
  try {
    const result = await receive(values, {
      address: request.ip,
      origin: 'page',
      suspectReasons: website ? ['honeypot'] : [],
    });
    switch (result.kind) {
      case 'accepted':
        return reply.redirect(`${routes.contact.path}?${SENT_QUERY}`, 303);
      case 'invalid':
        // The address as the visitor typed it: the normalised one has its domain in ASCII.
        return sendPage(reply, documents, 422, {
          values: { ...result.values, email: values['email'] ?? '' },
          errors: result.errors,
        });
      case 'limited':
      case 'overloaded':
        reply.header('retry-after', result.retryAfterSeconds);
        return sendPage(reply, documents, result.kind === 'limited' ? 429 : 503, failed);
    }
  } catch (error) {
    request.log.error({ err: error }, 'message posted without scripts not stored');
    return sendPage(reply, documents, 500, failed);
  }
}

async function sendPage(
  reply: FastifyReply,
  documents: ContactDocument,
  status: number,
  state: ContactPageState,
) {
  const html = await documents.contactPage(state);
  return reply
    .code(status)
    .headers({ 'content-security-policy': documents.policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
