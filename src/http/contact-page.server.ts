import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ContactPageState } from '../contact/page-state.ts';
import type { ReceiveMessage } from '../contact/receive.server.ts';
import { routes } from '../routes.ts';
import { readBodies } from './bodies.server.ts';
import { isCrossSite } from './cross-site.server.ts';
import type { Documents } from './documents.server.ts';
import { httpError } from './errors.server.ts';
import { SENT_QUERY } from './pages.server.ts';

export interface ContactPageOptions {
  documents: Documents;
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

async function sendPage(reply: FastifyReply, documents: Documents, status: number, state: ContactPageState) {
  const html = await documents.contactPage(state);
  return reply
    .code(status)
    .headers({ 'content-security-policy': documents.policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
