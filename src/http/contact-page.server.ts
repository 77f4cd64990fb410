import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ContactDoor } from '../contact/receive.server.ts';
import { routes } from '../routes.ts';
import type { ContactPageState } from '../start-render.tsx';
import { type PagesOptions, SENT_QUERY } from './pages.server.ts';

export interface ContactPageOptions extends PagesOptions {
  contact: ContactDoor;
  /** Origins whose pages may post. */
  allowedOrigins: readonly string[];
}

const MAX_FORM_BYTES = 64 * 1024;

/** POST /contact: the form without JavaScript (FORM-7). Same rules, same storage; 303 after success. */
export function registerContactPage(app: FastifyInstance, options: ContactPageOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post(routes.contact.path, { bodyLimit: MAX_FORM_BYTES }, (request, reply) =>
      receive(request, reply, options),
    );
  });
}

async function receive(request: FastifyRequest, reply: FastifyReply, options: ContactPageOptions) {
  if (isForeign(request, options.allowedOrigins)) return reply.code(403).send();

  const { website, ...fields } = (request.body ?? {}) as Record<string, string>;
  const suspectReasons = website ? ['honeypot'] : [];
  try {
    const result = await options.contact.receive(fields, {
      address: request.ip,
      origin: 'page',
      suspectReasons,
    });
    switch (result.kind) {
      case 'accepted':
        return reply.redirect(`${routes.contact.path}?${SENT_QUERY}`, 303);
      case 'invalid':
        return sendPage(reply, options, 422, { values: result.values, errors: result.errors });
      case 'limited':
      case 'overloaded':
        reply.header('retry-after', result.retryAfterSeconds);
        return sendPage(reply, options, result.kind === 'limited' ? 429 : 503, failedState(fields));
    }
  } catch (error) {
    request.log.error({ err: error }, 'Un message posté sans JavaScript n’a pas pu être gardé.');
    return sendPage(reply, options, 500, failedState(fields));
  }
}

/** A page of another site posts; the site's own may come from another host than the API (API_URL). */
function isForeign(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  return !allowedOrigins.includes(origin) && !isSameHost(origin, request);
}

function isSameHost(origin: string, request: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

function failedState(values: Record<string, string>): ContactPageState {
  return { values, errors: [], outcome: 'failed' };
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
