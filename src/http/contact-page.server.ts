import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../config/clock.ts';
import type { IssuedSign, IssuedTokens } from '../contact/issued-token.server.ts';
import { type ContactPageState, ISSUED_PLACEHOLDER } from '../contact/page-state.ts';
import type { ContactIntake } from '../contact/receive.server.ts';
import type { SuspectReason } from '../content/mails.ts';
import { routes } from '../routes.ts';
import { isCrossSite } from './cross-site.server.ts';
import { createFreshForm, type FreshForm, stillFresh } from './fresh-form.server.ts';
import { httpError } from './http-error.ts';
import { MAX_BODY_BYTES } from './limits.server.ts';
import {
  documentHeaders,
  type PagesOptions,
  registerDocument,
  SENT_QUERY,
  sendVariant,
} from './pages.server.ts';
import { utf8Body, utf8Form } from './utf8-bodies.server.ts';

export interface ContactPageOptions extends PagesOptions {
  contact: ContactIntake;
  issuedTokens: IssuedTokens;
  clock: Clock;
  /** Origins whose pages may post. */
  allowedOrigins: readonly string[];
  /** Whether the form may come from a host that only has files (API_URL): its time of issue is then not known. */
  siteElsewhere: boolean;
  /** The address that a request comes from. */
  addressOf(request: IncomingMessage): string;
}

/** GET /contact, and POST /contact: the form without JavaScript (FORM-7). Same rules, same storage; 303 after success. */
export function registerContactPage(app: FastifyInstance, options: ContactPageOptions): void {
  const form = createFreshForm(options.documents, options.issuedTokens.issue);
  registerDocument(app, routes.contact.path, (request, reply) => sendForm(request, reply, options, form));
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      utf8Body(utf8Form),
    );
    scope.post(routes.contact.path, { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
      receive(request, reply, options),
    );
  });
}

/** The page with a token of this second, or 304 to a browser whose copy has one that is still good. */
async function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { ownHeaders, clock }: ContactPageOptions,
  form: FreshForm,
): Promise<FastifyReply> {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
  const name = request.url.endsWith(`?${SENT_QUERY}`) ? 'contactSent' : 'contact';
  const variant = await form.get(name, acceptEncoding, clock.now());
  const kept = stillFresh(ifNoneMatch, variant.etag);
  reply.headers(documentHeaders(ownHeaders[name], kept ?? variant.etag));
  return kept === undefined ? sendVariant(reply, variant) : reply.code(304).send();
}

async function receive(request: FastifyRequest, reply: FastifyReply, options: ContactPageOptions) {
  if (isCrossSite(request, options.allowedOrigins)) throw httpError(403);
  const { website, issued, ...fields } = (request.body ?? {}) as Record<string, string>;
  const sign = signOf(options, issued);
  const suspectReasons: SuspectReason[] = [];
  if (website) suspectReasons.push('honeypot');
  if (sign) suspectReasons.push(sign);
  const state = { values: fields, issued: nextIssued(options, issued, sign) };
  try {
    const result = await options.contact.receive(fields, {
      address: options.addressOf(request.raw),
      origin: 'page',
      suspectReasons,
    });
    switch (result.kind) {
      case 'accepted':
        return reply.redirect(`${routes.contact.path}?${SENT_QUERY}`, 303);
      case 'invalid':
        // The address as it was sent: its domain may be in letters that mail servers write otherwise.
        return sendPage(reply, options, 422, {
          ...state,
          values: { ...result.values, email: fields['email'] ?? '' },
          errors: result.errors,
        });
      case 'limited':
      case 'overloaded':
        reply.header('retry-after', result.retryAfterSeconds);
        return sendPage(reply, options, result.kind === 'limited' ? 429 : 503, failed(state));
    }
  } catch (error) {
    request.log.error({ err: error }, 'message posted without scripts not stored');
    return sendPage(reply, options, 500, failed(state));
  }
}

/** What the time since the form was issued says of it; a form from a static host still has the placeholder. */
function signOf({ issuedTokens, clock, siteElsewhere }: ContactPageOptions, issued: string | undefined) {
  if (siteElsewhere && issued === ISSUED_PLACEHOLDER) return undefined;
  return issuedTokens.judge(issued, clock.now());
}

/** The time counts from the first form, so that correcting a field quickly is not suspect. */
function nextIssued(
  { issuedTokens, clock }: ContactPageOptions,
  issued: string | undefined,
  sign: IssuedSign | undefined,
): string {
  const keeps = issued !== undefined && (sign === undefined || sign === 'too-quick');
  return keeps ? issued : issuedTokens.issue(clock.now());
}

function failed(state: Pick<ContactPageState, 'values' | 'issued'>): ContactPageState {
  return { ...state, errors: [], outcome: 'failed' };
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
    .headers({ ...options.ownHeaders.contact, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}
