import type { FastifyInstance } from 'fastify';
import { type Clock, DAY_MS } from '../config/clock.ts';
import { identity } from '../content/identity.ts';
import { ONE_DAY } from './cache-control.ts';

const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** RFC 9116, 2.5.5, advises less than a year. */
const VALID_FOR_MS = 180 * DAY_MS;

/**
 * Serves `/.well-known/security.txt` (RFC 9116): where to report a weakness. Its date moves along by itself.
 * @param origin where this server is reached: a file that names another one is not to be trusted (2.5.2)
 */
export function registerSecurityTxt(
  app: FastifyInstance,
  { origin, clock }: { origin: string; clock: Clock },
): void {
  app.get(SECURITY_TXT_PATH, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', ONE_DAY)
      .send(securityTxt(origin, clock.now())),
  );
}

function securityTxt(origin: string, now: number): string {
  const expires = Math.floor((now + VALID_FOR_MS) / DAY_MS) * DAY_MS;
  return [
    `Contact: mailto:${identity.contactEmail}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: fr, en',
    `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n');
}
