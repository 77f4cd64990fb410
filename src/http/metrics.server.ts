import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { buildOfSite } from '../config/version.server.ts';

const results = ['accepted', 'invalid', 'limited', 'overloaded', 'failed'] as const;

export type Metrics = ReturnType<typeof registerMetrics>;

interface QueueStatus {
  pending: number;
  refused: number;
  oldestSeconds: number;
  stuck: boolean;
}

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'];

/** The store has this long to answer; Prometheus waits ten seconds for all metrics. */
const STORE_ANSWERS_MS = 5_000;

interface StoreQuestions {
  /** Reads the queue, which is the same for every process on one store; a failure leaves its metrics out. */
  outboxStatus(): Promise<QueueStatus>;
  /** Tells whether a message can be stored. */
  writeWorks(): Promise<boolean>;
}

/** Counts the requests of this app; each reading of the metrics also asks the store. */
export function registerMetrics(app: FastifyInstance, { outboxStatus, writeWorks }: StoreQuestions) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter(
    metric(registry, 'http_requests_total', 'Answers by class of status.', ['status']),
  );
  const durations = new Histogram(
    metric(registry, 'http_request_seconds', 'From the headers of a request to the end of its answer.'),
  );
  const became = 'Messages by what became of them; accepted: durably stored.';
  const messages = new Counter(metric(registry, 'contact_messages_total', became, ['result']));
  const online = 'Always 1; the labels say what is online.';
  new Gauge(metric(registry, 'build_info', online, ['version', 'commit'])).set(buildOfSite(), 1);
  // Counters start at 0, because Prometheus misses the first increase of one that does not exist yet.
  const byClass = statusClasses.map((status) => requests.labels(status));
  for (const count of byClass) count.inc(0);
  for (const result of results) messages.inc({ result }, 0);

  app.addHook('onResponse', (_request, reply, done) => {
    byClass[Math.floor(reply.statusCode / 100) - 1]?.inc();
    durations.observe(reply.elapsedTime / 1000);
    done();
  });
  return {
    countMessage: (result: (typeof results)[number]) => messages.inc({ result }),
    async text(): Promise<string> {
      const gauges = new Registry();
      const [status, isWritable] = await Promise.all([inTime(outboxStatus(), undefined), writeWorks()]);
      const proved = '1: a message can be stored, as a write has just proved.';
      new Gauge(metric(gauges, 'accepts_messages', proved)).set(isWritable ? 1 : 0);
      for (const [name, help, value] of status ? outboxGauges(status) : [])
        new Gauge(metric(gauges, `outbox_${name}`, help)).set(value);
      return `${await registry.metrics()}\n${await gauges.metrics()}`;
    },
  };
}

/** Waits for an answer of the store; returns `late` if it fails or is late, and the work itself goes on. */
export function inTime<T, L>(answer: Promise<T>, late: L): Promise<T | L> {
  const limit = delay(STORE_ANSWERS_MS, late, { ref: false });
  return Promise.race([answer.catch(() => late), limit]);
}

function metric(registry: Registry, name: string, help: string, labelNames: string[] = []) {
  return { name: `vitrine_${name}`, help, labelNames, registers: [registry] };
}

function outboxGauges({ pending, refused, oldestSeconds, stuck }: QueueStatus) {
  return [
    ['pending', 'Mails that wait.', pending],
    ['refused', 'Mails given up on, until sent again.', refused],
    ['oldest_seconds', 'Age of the oldest waiting mail.', oldestSeconds],
    ['stuck', '1: somebody should look.', stuck ? 1 : 0],
  ] as const;
}

const HOST = '127.0.0.1';
const PATH = '/metrics';

/**
 * Chooses the port for the metrics of a process: 13000 for 3000, 13001 for 3001. The next number may be another process's. The
 * result is below 32768, from where systems assign ports by themselves.
 */
export function metricsPort(port: number): number {
  const tens = port >= 10_000 && port < 20_000 ? 20_000 : 10_000;
  return tens + (port % 10_000);
}

export function metricsAddress(port: number): string {
  return `http://${HOST}:${port}${PATH}`;
}

/**
 * Serves the metrics to this machine alone.
 * @param place a port, or the path of a socket whose folder decides who may enter
 * @throws the system's error when the place is taken
 */
export async function listenForMetrics(place: number | string, text: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response, text));
  if (typeof place === 'number') server.listen(place, HOST);
  else server.listen({ path: place, readableAll: true, writableAll: true });
  await once(server, 'listening');
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse, text: () => Promise<string>) {
  // The host name is checked, because a page in a local browser may reach the port under another one (DNS rebinding).
  const known = /^(127\.0\.0\.1|localhost)(:|$)/.test(request.headers.host ?? '');
  response.setHeader('x-content-type-options', 'nosniff');
  if (request.url !== PATH || !known) return response.writeHead(404).end();
  const body = await text();
  return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
}
