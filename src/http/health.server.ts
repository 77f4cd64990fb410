import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface HealthOptions {
  /** @throws if the store cannot be used */
  checkStore(): Promise<void>;
  /**
   * Counts for callers on this machine. They do not affect readiness: a stuck queue must not take the site out of service.
   */
  outboxStatus(): Promise<object>;
  /** Whether the server was told to stop. */
  isClosing(): boolean;
}

const CHECK_TIMEOUT_MS = 2000;

/** Has a route answer even while the event loop is late: monitoring asks just then. */
const always = { config: { pressureHandler: () => {} } };

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (it may get traffic). `/readyz` answers 503 while the store cannot be
 * used or the process shuts down.
 */
export function registerHealth(
  app: FastifyInstance,
  { checkStore, outboxStatus, isClosing }: HealthOptions,
): void {
  app.get('/healthz', always, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  let running: Promise<boolean> | undefined;
  /** Starts no second check while one runs: strangers may ask as often as they like. */
  const storeWorks = () =>
    (running ??= inTime(checkStore())
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = undefined;
      }));
  app.get('/readyz', always, async (request, reply) => {
    const [storage, outbox] = await Promise.all([
      storeWorks(),
      isFromHere(request) ? inTime(outboxStatus()).catch(() => undefined) : undefined,
    ]);
    const closing = isClosing();
    const ready = !closing && storage;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : closing ? 'closing' : 'unready',
        checks: { storage },
        ...(outbox && { outbox }),
      });
  });
}

/** Tells whether the caller is on this machine. A local proxy connects from here too, but names its client. */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress;
  // A Unix socket has no address.
  const local = address === undefined || (isIP(address) > 0 && /^(::1|(::ffff:)?127\..*)$/.test(address));
  return local && !headers['x-forwarded-for'] && !headers.forwarded && !headers['x-real-ip'];
}

/** Waits for the work up to a limit; the work itself goes on. @throws Error if it takes too long */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const tooLate = delay(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('timeout');
  });
  return Promise.race([work, tooLate]);
}
