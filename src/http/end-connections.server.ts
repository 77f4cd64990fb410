import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/** With the 2.5 s of `drain.server.ts`, below the 15 s in which a stopped process has to be gone (R9). */
const MAX_CLOSING_MS = 9_000;

/**
 * Once the server is closing, ends each connection as soon as its answer is out: Node closes those that are idle when the
 * server stops listening, and would wait long for the others to become idle. What is unfinished after `MAX_CLOSING_MS` is
 * cut off.
 */
export function endAnsweredConnections(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const { server } = app;
    if (server.listening) {
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const limit = setTimeout(() => server.closeAllConnections(), MAX_CLOSING_MS);
      server.once('close', () => {
        clearInterval(sweep);
        clearTimeout(limit);
      });
    }
    done();
  });
}
