import type { FastifyInstance, FastifyReply } from 'fastify';
import { inTime } from './metrics.server.ts';

export interface HealthOptions {
  /** Whether a message can be stored. */
  writeWorks(): Promise<boolean>;
  isClosing(): boolean;
}

/** Strangers may ask for a write this often. */
const WRITE_EVERY_MS = 5_000;

/** Has a route answer even while the event loop is late: monitoring asks just then. */
const always = { config: { pressureHandler: () => {} } };

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it may get traffic: 503 while it shuts down) and `/readyz/write` (a message
 * can be stored). The last is for monitoring: pages need no store, and a proxy that asked it would take them away (R26).
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

/** Makes a proof that callers share, with one result for some seconds. @param proveWrite throws if a message could not be stored */
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
