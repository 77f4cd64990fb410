import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Whether a part of the server can do its work; the detail is for operators and holds nothing personal. */
export interface ReadinessCheck {
  name: string;
  /** @throws when the part cannot work */
  check(): Promise<void>;
}

export interface HealthOptions {
  checks: readonly ReadinessCheck[];
  /** Counts for callers on this machine. They decide nothing: a stuck queue is no reason to take the site out of service. */
  details: () => Promise<Record<string, unknown>>;
}

const CHECK_TIMEOUT_MS = 2000;

/**
 * Serves `/healthz`: the process is alive, and `/readyz`: it may get traffic; 503 while a check fails or it is shutting down.
 * @param isClosing whether the server was told to stop
 */
export function registerHealth(
  app: FastifyInstance,
  { checks, details }: HealthOptions,
  isClosing: () => boolean,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  const sharedChecks = checks.map(shared);
  app.get('/readyz', async (request, reply) => {
    const [results, known] = await Promise.all([
      Promise.all(sharedChecks.map(run)),
      isFromHere(request) ? inTime(details()).catch(() => undefined) : undefined,
    ]);
    const closing = isClosing();
    const ready = !closing && results.every(({ ok }) => ok);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : closing ? 'closing' : 'unready',
        checks: Object.fromEntries(results.map(({ name, ok }) => [name, ok])),
        ...known,
      });
  });
}

/** Whether this machine itself asks: a proxy on it connects from here too, but names its client. */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const loopback = isIP(address) > 0 && /^(::1|(::ffff:)?127\..*)$/.test(address);
  return loopback && !headers['x-forwarded-for'] && !headers.forwarded && !headers['x-real-ip'];
}

/** The same check, begun only when the last one has ended or was given up: strangers may ask as often as they like. */
function shared({ name, check }: ReadinessCheck): ReadinessCheck {
  let running: Promise<void> | undefined;
  return {
    name,
    check() {
      running ??= inTime(check()).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

async function run({ name, check }: ReadinessCheck): Promise<{ name: string; ok: boolean }> {
  return check().then(
    () => ({ name, ok: true }),
    () => ({ name, ok: false }),
  );
}

/** Waits for the work; what was begun goes on when it takes too long. @throws Error when it takes too long */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('timeout')), CHECK_TIMEOUT_MS);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
