import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { httpError } from '../http/errors.server.ts';
import { isCrossSite, readBodies } from '../http/requests.server.ts';
import { OFFER_PARAMETER, routes } from '../routes.ts';
import { createSiteKey, type SiteKey } from '../storage/site-key.server.ts';
import { contactFields } from '../words/form-fields.ts';
import { type ContactPageState, emptyContactPage, findOffer, withOfferLine } from './first-state.ts';
import { createContactLimiter } from './rate-limit.server.ts';
import { createReceive, type ReceiveOptions } from './receive.server.ts';
import { type ContactValues, contactLimits } from './rules.ts';
import { answerDay } from './working-day.ts';

/** Query parameter that proves to the next page that a post has stored a message. */
const SENT_PARAMETER = 'envoi';

const { emailMax, messageMax } = contactLimits;

export interface ContactDocument {
  contactPolicy: string;
  /** Answers with the page that is the same for every visitor. */
  sendContactPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  contactPage(state: ContactPageState): Promise<string>;
}

export interface ContactOptions extends Omit<ReceiveOptions, 'limiter'> {
  /** Only pages of `siteUrl` may post. */
  config: Pick<Config, 'rateLimit' | 'databaseUrl' | 'dataDir' | 'siteUrl'>;
  documents: ContactDocument;
}

/**
 * Serves the contact page, and POST /contact for its form without JavaScript (FORM-7), with the rules and storage of the API.
 * @returns the function that receives messages, which the API uses too
 */
export function registerContact(app: FastifyInstance, { config, documents, ...others }: ContactOptions) {
  const { clock, storage } = others;
  const key = createSiteKey(storage);
  const limiter = createContactLimiter(storage, config.rateLimit, key);
  const receive = createReceive({ ...others, limiter });
  const proofs = createSentProofs(clock, key);

  async function sendPage(reply: FastifyReply, status: number, state: Partial<ContactPageState>) {
    const html = await documents.contactPage({ ...emptyContactPage, ...state });
    return reply
      .code(status)
      .header('content-security-policy', documents.contactPolicy)
      .type('text/html; charset=utf-8')
      .send(Buffer.from(html));
  }

  app.route<{ Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: routes.contact.path,
    /** Answers with the page. After a post it shows the outcome once; for an offer it adds the line about it (FORM-9). */
    async handler(request, reply) {
      const { [SENT_PARAMETER]: proof, [OFFER_PARAMETER]: id } = request.query;
      if (proof !== undefined) {
        if (!(await proofs.accept(String(proof)))) return reply.redirect(routes.contact.path, 303);
        reply.header('cache-control', 'no-store');
        return sendPage(reply, 200, { outcome: 'sent', answerBy: answerDay(clock.now()) });
      }
      const offer = findOffer(id);
      if (!offer) return documents.sendContactPage(request, reply);
      reply.header('cache-control', 'no-cache');
      const values = { subject: offer.subject, message: withOfferLine('', offer) };
      return sendPage(reply, 200, { values, offer: offer.id });
    },
  });

  app.register(async (scope) => {
    readBodies(scope, 'application/x-www-form-urlencoded');
    // Answers may hold what the visitor typed, so caches must not share them; `no-store` would lose the text on Back.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'private, no-cache');
    });
    scope.post<{ Body?: string }>(routes.contact.path, async (request, reply) => {
      if (isCrossSite(request, config.siteUrl)) throw httpError(403);
      // The order is reversed: an extension may add a control of the same name behind the form's, and the last one wins.
      const fields = [...new URLSearchParams(request.body)].reverse();
      const { website, ...values } = Object.fromEntries(fields);
      // Fastify keeps the request until its answer is read, so its body is dropped now.
      request.body = undefined;
      const typed = asFormHolds(values);
      const suspectReasons = website ? (['honeypot'] as const) : [];
      const result = await receive(values, { address: request.ip, origin: 'page', suspectReasons });
      if (result.kind === 'accepted')
        return reply.redirect(`${routes.contact.path}?${SENT_PARAMETER}=${await proofs.create()}`, 303);
      if (result.kind === 'invalid') return sendPage(reply, 422, { values: typed, errors: result.errors });
      reply.header('retry-after', result.retryAfterSeconds);
      return sendPage(reply, result.kind === 'limited' ? 429 : 503, { values: typed, outcome: 'failed' });
    });
  });
  return receive;
}

/** Cuts each field to the form's length, because a page writes `"` as `&quot;` and could be six times as long as its post. */
function asFormHolds(values: Record<string, string>): ContactValues {
  const entries = contactFields.map((name) => {
    const text = (values[name] ?? '').replaceAll('\r\n', '\n');
    return [name, text.slice(0, name === 'message' ? messageMax : emailMax)];
  });
  return Object.fromEntries(entries) as ContactValues;
}

const PROOF_VALID_MS = 60_000;

/**
 * Creates and checks proofs that a page follows a post that stored a message; otherwise its address alone would show the success.
 * They are signed with the site's key, because another process may answer that page.
 */
function createSentProofs(clock: Clock, key: SiteKey) {
  /** Proofs used in this process, each with the time from which its age refuses it anyway. */
  const used = new Map<string, number>();
  const signed = async (facts: string) =>
    `${facts}.${createHmac('sha256', await key())
      .update(facts)
      .digest('base64url')}`;

  return {
    create: () => signed(`${clock.now()}.${randomUUID()}`),
    /** Accepts a proof once, and only within a minute of its creation. */
    async accept(proof: string): Promise<boolean> {
      const [time = '', id = ''] = proof.split('.');
      const isSigned = proof === (await signed(`${time}.${id}`));
      const now = clock.now();
      for (const [each, end] of used) if (end <= now) used.delete(each);
      const end = Number(time) + PROOF_VALID_MS;
      if (!isSigned || !(end > now) || used.has(proof)) return false;
      used.set(proof, end);
      return true;
    },
  };
}
