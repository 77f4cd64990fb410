import type { FastifyRequest } from 'fastify';

/**
 * Gives the address of the client, past the trusted proxies (TRUST_PROXY). A connection that was reset has none: such clients
 * count together, as ''.
 */
export function addressOf({ ip }: FastifyRequest): string {
  return (ip as string | undefined) ?? '';
}
