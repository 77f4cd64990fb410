import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than two checks of the proxy (`health_interval` in deploy/Caddyfile). */
const DRAIN_MS = 2500;

/**
 * Gives a function that is true as soon as the server was asked to stop. Register it before `drainBeforeClose`: hooks run
 * one after the other.
 */
export function watchClosing(app: FastifyInstance): () => boolean {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  return () => closing;
}

/**
 * Behind a proxy, keeps answering for a moment after the server was asked to stop: `/readyz` already says no and every
 * answer closes its connection, so that the proxy has turned to the other process before this one stops listening.
 * Otherwise a message could be on its way at that moment.
 */
export function drainBeforeClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (app.server.listening) await delay(DRAIN_MS);
  });
}
