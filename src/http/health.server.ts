import type { FastifyInstance } from 'fastify';

/** Whether a part of the server can do its work; the detail is for operators and holds nothing personal. */
export interface ReadinessCheck {
  name: string;
  /** @throws when the part cannot work */
  check(): Promise<void>;
}

const CHECK_TIMEOUT_MS = 2000;

/** `/healthz`: the process is alive. `/readyz`: it may get traffic; 503 while a check fails or it is shutting down. */
export function registerHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(checks.map(run));
    const ready = !closing && results.every(({ ok }) => ok);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : closing ? 'closing' : 'unready',
        checks: Object.fromEntries(results.map(({ name, ok }) => [name, ok])),
      });
  });
}

async function run({ name, check }: ReadinessCheck): Promise<{ name: string; ok: boolean }> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('timeout')), CHECK_TIMEOUT_MS);
  try {
    await Promise.race([check(), timeout.promise]);
    return { name, ok: true };
  } catch {
    return { name, ok: false };
  } finally {
    clearTimeout(timer);
  }
}
