import type { FastifyInstance } from 'fastify';
import { type Clock, DAY_MS } from '../config/clock.ts';
import { identity } from '../content/identity.ts';
import { ONE_DAY } from './cache-control.ts';

const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** RFC 9116, 2.5.5, advises less than a year. */
const VALID_FOR_MS = 180 * DAY_MS;

/** `/.well-known/security.txt` (RFC 9116): where to report a weakness. Its date moves along by itself. */
export function registerSecurityTxt(
  app: FastifyInstance,
  { siteUrl, clock }: { siteUrl: string; clock: Clock },
): void {
  app.get(SECURITY_TXT_PATH, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', ONE_DAY)
      .send(securityTxt(siteUrl, clock.now())),
  );
}

function securityTxt(siteUrl: string, now: number): string {
  const expires = Math.floor((now + VALID_FOR_MS) / DAY_MS) * DAY_MS;
  return [
    `Contact: mailto:${identity.contactEmail}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: fr, en',
    `Canonical: ${siteUrl}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n');
}
