import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface HealthOptions {
  /** @throws if a message could not be stored */
  proveWrite(): Promise<void>;
  isClosing(): boolean;
}

/** Strangers may ask for a write this often. */
const WRITE = { timeoutMs: 5_000, everyMs: 5_000 };

/** Has a route answer even while the event loop is late: monitoring asks just then. */
const always = { config: { pressureHandler: () => {} } };

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it may get traffic: 503 while it shuts down) and `/readyz/write` (a message
 * can be stored). The last is for monitoring: pages need no store, and a proxy that asked it would take them away (R26).
 */
export function registerHealth(app: FastifyInstance, { proveWrite, isClosing }: HealthOptions): void {
  const writeWorks = shared(proveWrite);
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

/** Makes a check that callers share, with one result for some seconds. */
function shared(check: () => Promise<void>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return () =>
    (running ??= Promise.race([
      check().then(
        () => true,
        () => false,
      ),
      // The work itself goes on.
      delay(WRITE.timeoutMs, false, { ref: false }),
    ]).finally(() => setTimeout(() => (running = undefined), WRITE.everyMs).unref()));
}
