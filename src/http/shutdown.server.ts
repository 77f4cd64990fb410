import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than two checks of the proxy (`health_interval` in deploy/Caddyfile). */
const DRAIN_MS = 2500;
const SWEEP_MS = 50;
/** Together with the draining, less than the 15 s in which a stopped process has to end (R9). */
const MAX_CLOSING_MS = 9_000;

/**
 * Closes each connection after its answer once the server is closing, and cuts off the rest after 9 s.
 * @param behindProxy whether to answer for 2.5 s more: `/readyz` fails and each answer closes its connection, so the proxy
 *   switches to another process
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
