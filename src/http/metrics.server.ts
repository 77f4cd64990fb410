import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReceiveMessage, ReceiveResult } from '../contact/receive.server.ts';

/** Counts of a process, and gauges that it reads when asked. Numbers only, nothing personal. */
export interface Metrics {
  /** Counts the requests of this application. */
  follow(app: FastifyInstance): void;
  /** Wraps the function so that it counts how messages were answered. */
  counting(receive: ReceiveMessage): ReceiveMessage;
  /** Writes everything in the text format of Prometheus. */
  text(): Promise<string>;
}

/** A gauge with its present value. */
export interface GaugeReading {
  name: string;
  help: string;
  value: number;
}

/** In seconds; 0.05 and 0.25 are the goals for a page and for a message. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'];
const results: readonly (ReceiveResult['kind'] | 'failed')[] = [
  'accepted',
  'invalid',
  'limited',
  'overloaded',
  'failed',
];

/**
 * Creates the metrics of this process.
 * @param readGauges reads the gauges of the store; they are left out when it fails
 */
export function createMetrics(readGauges: () => Promise<GaugeReading[]>): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Answers by class of status.',
    labelNames: ['status'],
    registers,
  });
  const durations = new Histogram({
    name: 'vitrine_http_request_seconds',
    help: 'From the headers of a request to the end of its answer.',
    buckets: BUCKETS,
    registers,
  });
  const messages = new Counter({
    name: 'vitrine_contact_messages_total',
    help: 'Messages by what became of them; accepted: durably stored.',
    labelNames: ['result'],
    registers,
  });
  // Prometheus sees the first increase only of a counter that starts at 0.
  const byClass = statusClasses.map((status) => requests.labels(status));
  for (const count of byClass) count.inc(0);
  for (const result of results) messages.inc({ result }, 0);

  return {
    follow(app) {
      app.addHook('onResponse', (_request, reply, done) => {
        byClass[Math.floor(reply.statusCode / 100) - 1]?.inc();
        durations.observe(reply.elapsedTime / 1000);
        done();
      });
    },
    counting: (receive) => async (raw, source) => {
      let result: (typeof results)[number] = 'failed';
      try {
        const received = await receive(raw, source);
        result = received.kind;
        return received;
      } finally {
        messages.inc({ result });
      }
    },
    async text() {
      const readings = await readGauges().catch(() => []);
      const gauges = new Registry();
      for (const { name, help, value } of readings) new Gauge({ name, help, registers: [gauges] }).set(value);
      return `${await registry.metrics()}\n${await gauges.metrics()}`;
    },
  };
}
