import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface HealthOptions {
  /** @throws if the store cannot be read */
  checkStore(): Promise<void>;
  /** @throws if a message could not be stored */
  proveWrite(): Promise<void>;
  /** Counts for callers on this machine. They do not affect readiness: a stuck queue must not take the site out of service. */
  outboxStatus(): Promise<object>;
  isClosing(): boolean;
}

const CHECK_TIMEOUT_MS = 2000;

/** A write takes longer than a read; strangers may ask for one this often. */
const WRITE = { timeoutMs: 5_000, everyMs: 5_000 };

/** Has a route answer even while the event loop is late: monitoring asks just then. */
const always = { config: { pressureHandler: () => {} } };

/**
 * Serves `/healthz` (the process is alive), `/readyz` (it may get traffic: 503 while the store cannot be read or the process shuts
 * down) and `/readyz/write` (a message can be stored). The last is for monitoring: a proxy that asked it would take the pages away.
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { checkStore, proveWrite, outboxStatus, isClosing } = options;
  const storeWorks = shared(checkStore, CHECK_TIMEOUT_MS, 0);
  const writeWorks = shared(proveWrite, WRITE.timeoutMs, WRITE.everyMs);
  const answer = (reply: FastifyReply, isGood: boolean, facts: object) =>
    reply
      .code(isGood ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(facts);
  app.get('/healthz', always, async (_request, reply) => answer(reply, true, { status: 'ok' }));
  app.get('/readyz/write', always, async (_request, reply) => {
    const write = !isClosing() && (await writeWorks());
    return answer(reply, write, { status: write ? 'ready' : 'unready', checks: { write } });
  });
  app.get('/readyz', always, async (request, reply) => {
    const [storage, outbox] = await Promise.all([
      storeWorks(),
      isFromHere(request) ? inTime(outboxStatus(), CHECK_TIMEOUT_MS).catch(() => undefined) : undefined,
    ]);
    const status = isClosing() ? 'closing' : storage ? 'ready' : 'unready';
    return answer(reply, status === 'ready', { status, checks: { storage }, ...(outbox && { outbox }) });
  });
}

/**
 * Makes a check that callers share: strangers may ask as often as they like.
 * @param forMs how long a result is good for
 */
function shared(check: () => Promise<void>, timeoutMs: number, forMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return () =>
    (running ??= inTime(check(), timeoutMs)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        const forget = () => (running = undefined);
        if (forMs > 0) setTimeout(forget, forMs).unref();
        else forget();
      }));
}

/** A local proxy connects from this machine too, but names its client. */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress;
  // A Unix socket has no address.
  const local = address === undefined || /^(::1$|(::ffff:)?127\.)/.test(address);
  return local && !headers['x-forwarded-for'] && !headers.forwarded && !headers['x-real-ip'];
}

/** Waits for the work up to a limit; the work itself goes on. @throws Error if it takes too long */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const tooLate = delay(ms, undefined, { ref: false }).then(() => {
    throw new Error('timeout');
  });
  return Promise.race([work, tooLate]);
}
