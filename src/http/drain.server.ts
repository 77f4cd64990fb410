import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than two checks of the proxy (`health_interval` in deploy/Caddyfile). */
const DRAIN_MS = 2500;

/**
 * Tells from the first moment on whether the server was told to stop. Hooks wait for those before them: this one stands before
 * the drain, or it would know when the drain is over.
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
 * Behind a proxy, goes on answering for a moment after it was told to stop: `/readyz` already says no and every answer closes
 * its connection, so that the proxy has turned to the other process before this one stops listening. Otherwise a message
 * could be on its way just then.
 */
export function drainBeforeClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (app.server.listening) await delay(DRAIN_MS);
  });
}
