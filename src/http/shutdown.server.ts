import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than two checks of the proxy (`health_interval` in deploy/Caddyfile). */
const DRAIN_MS = 2500;
const SWEEP_MS = 50;
/** With the time of draining, below the 15 s in which a stopped process has to be gone (R9). */
const MAX_CLOSING_MS = 9_000;

/**
 * Ends connections as soon as their answers are out once the server is closing; what is unfinished after 9 s is cut off.
 * @param behindProxy first keeps answering for 2.5 s: `/readyz` already says no and each answer closes its connection, so that
 *   the proxy has turned to another process before this one stops listening
 * @returns a function that tells whether the server was asked to stop
 */
export function closeInOrder(app: FastifyInstance, behindProxy: boolean): () => boolean {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    const { server } = app;
    if (!server.listening) return;
    if (behindProxy) await delay(DRAIN_MS);
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const limit = setTimeout(() => server.closeAllConnections(), MAX_CLOSING_MS);
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(limit);
    });
  });
  return () => closing;
}
