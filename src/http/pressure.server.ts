import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { httpError } from './errors.server.ts';

const RETRY_AFTER_SECONDS = 2;

/** Monitoring needs an answer in any case. */
const exempt = ['/healthz', '/readyz'];

/**
 * Refuses requests with 503 and Retry-After while the event loop is late, before their body is read (R12).
 * @param maxEventLoopDelay mean delay in milliseconds over the last second
 */
export function shedLoad(app: FastifyInstance, maxEventLoopDelay: number): void {
  app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler(request, reply) {
      if (exempt.includes(request.url)) return;
      reply.header('retry-after', RETRY_AFTER_SECONDS);
      throw httpError(503);
    },
  });
}
