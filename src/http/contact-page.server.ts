import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ContactPageState } from '../contact/page-state.ts';
import type { ReceiveMessage } from '../contact/receive.server.ts';
import { routes } from '../routes.ts';
import { readBodies } from './bodies.server.ts';
import { isCrossSite } from './cross-site.server.ts';
import { httpError } from './errors.server.ts';
import { type PagesOptions, SENT_QUERY } from './pages.server.ts';

export interface ContactPageOptions extends PagesOptions {
  receive: ReceiveMessage;
  /** Origins whose pages may post. */
  allowedOrigins: readonly string[];
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
  options: ContactPageOptions,
) {
  if (isCrossSite(request, options.allowedOrigins)) throw httpError(403);
  const { website, ...values } = Object.fromEntries(new URLSearchParams(request.body));
  const failed: ContactPageState = { values, errors: [], outcome: 'failed' };
  try {
    const result = await options.receive(values, {
      address: request.ip,
      origin: 'page',
      suspectReasons: website ? ['honeypot'] : [],
    });
    switch (result.kind) {
      case 'accepted':
        return reply.redirect(`${routes.contact.path}?${SENT_QUERY}`, 303);
      case 'invalid':
        // The address as the visitor typed it: the normalised one has its domain in ASCII.
        return sendPage(reply, options, 422, {
          values: { ...result.values, email: values['email'] ?? '' },
          errors: result.errors,
        });
      case 'limited':
      case 'overloaded':
        reply.header('retry-after', result.retryAfterSeconds);
        return sendPage(reply, options, result.kind === 'limited' ? 429 : 503, failed);
    }
  } catch (error) {
    request.log.error({ err: error }, 'message posted without scripts not stored');
    return sendPage(reply, options, 500, failed);
  }
}

async function sendPage(
  reply: FastifyReply,
  options: ContactPageOptions,
  status: number,
  state: ContactPageState,
) {
  const html = await options.documents.contactPage(state);
  return reply
    .code(status)
    .headers({ 'content-security-policy': options.policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
