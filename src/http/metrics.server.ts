import type { FastifyInstance } from 'fastify';
import type { ContactIntake, ReceiveResult } from '../contact/receive.server.ts';
import { createHistogram } from './histogram.ts';
import { type Gauge, gauge, type Metric, metricsText, type Sample } from './metrics-text.ts';
import { processMetrics } from './process-metrics.server.ts';

/** What a process counts of itself, and the gauges it reads only when asked. Numbers only, nothing personal. */
export interface Metrics {
  /** Counts an answer and how long it took. */
  count(status: number, seconds: number): void;
  /** Counts the requests of this application. */
  follow(app: FastifyInstance): void;
  /** The same intake, which counts how messages were answered. */
  counting(intake: ContactIntake): ContactIntake;
  /** Everything as Prometheus reads it. */
  text(): Promise<string>;
}

/** Reads gauges at the moment they are asked for. */
export type GaugeSource = () => Promise<Gauge[]>;

/** In seconds; the bounds 0.05 and 0.25 are the goals for a page and for a message. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'];

type ContactResult = ReceiveResult['kind'] | 'failed';

/**
 * Counts of this process and the gauges of `sources`.
 * @param sources one that fails is left out
 */
export function createMetrics(sources: readonly GaugeSource[]): Metrics {
  const statuses = new Array<number>(statusClasses.length).fill(0);
  const durations = createHistogram(DURATIONS);
  const messages: Record<ContactResult, number> = {
    accepted: 0,
    invalid: 0,
    limited: 0,
    overloaded: 0,
    failed: 0,
  };

  function counted(): Metric[] {
    return [
      {
        name: 'vitrine_http_requests_total',
        type: 'counter',
        help: 'Answers by class of status.',
        samples: statuses.map((value, index) => labelled('status', statusClasses[index] as string, value)),
      },
      {
        name: 'vitrine_http_request_seconds',
        type: 'histogram',
        help: 'From the headers of a request to the end of its answer.',
        samples: durations.samples(),
      },
      {
        name: 'vitrine_contact_messages_total',
        type: 'counter',
        help: 'Messages received, by what became of them; accepted: durably stored.',
        samples: Object.entries(messages).map(([result, value]) => labelled('result', result, value)),
      },
    ];
  }

  function count(status: number, seconds: number): void {
    const index = Math.floor(status / 100) - 1;
    statuses[index] = (statuses[index] ?? 0) + 1;
    durations.add(seconds);
  }

  return {
    count,
    follow(app) {
      app.addHook('onResponse', (_request, reply, done) => {
        count(reply.statusCode, reply.elapsedTime / 1000);
        done();
      });
    },
    counting: ({ receive }) => ({
      async receive(raw, source) {
        let kind: ContactResult = 'failed';
        try {
          const result = await receive(raw, source);
          kind = result.kind;
          return result;
        } finally {
          messages[kind] += 1;
        }
      },
    }),
    async text() {
      const read = await Promise.allSettled(sources.map((source) => source()));
      const found = read.flatMap((result) => (result.status === 'fulfilled' ? result.value.map(gauge) : []));
      return metricsText([...counted(), ...found, ...processMetrics()]);
    },
  };
}

function labelled(label: string, text: string, value: number): Sample {
  return { labels: { [label]: text }, value };
}
