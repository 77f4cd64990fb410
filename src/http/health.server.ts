import type { FastifyInstance, FastifyReply } from 'fastify';
import { inTime } from './metrics.server.ts';

export interface HealthOptions {
  /** Whether a message can be stored. */
  writeWorks(): Promise<boolean>;
  isClosing(): boolean;
}

/** The result is kept this long, because anybody may ask for a test write. */
const WRITE_EVERY_MS = 5_000;

/** Options of a route that answers even while the event loop is late, when monitoring needs it most. */
const always = { config: { pressureHandler: () => {} } };

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it may get traffic; 503 while it shuts down) and `/readyz/write` (a
 * message can be stored). The last is for monitoring only: pages need no store, but a proxy that asked it would hide them (R26).
 */
export function registerHealth(app: FastifyInstance, { writeWorks, isClosing }: HealthOptions): void {
  const answer = (reply: FastifyReply, isGood: boolean, facts: object) =>
    reply
      .code(isGood ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(facts);
  app.get('/healthz', always, async (_request, reply) => answer(reply, true, { status: 'ok' }));
  app.get('/readyz', always, async (_request, reply) => {
    const closing = isClosing();
    return answer(reply, !closing, { status: closing ? 'closing' : 'ready', checks: { closing } });
  });
  app.get('/readyz/write', always, async (_request, reply) => {
    const write = !isClosing() && (await writeWorks());
    return answer(reply, write, { status: write ? 'ready' : 'unready', checks: { write } });
  });
}

/** Makes a test whose result all callers share for some seconds. @param proveWrite throws if no message could be stored */
export function sharedProof(proveWrite: () => Promise<void>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  const prove = () =>
    inTime(
      proveWrite().then(() => true),
      false,
    );
  return () =>
    (running ??= prove().finally(() => setTimeout(() => (running = undefined), WRITE_EVERY_MS).unref()));
}
