/** One number of a metric, with the labels that tell it from its neighbours. */
export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
  /** Added to the name of the metric: `_bucket`, `_sum`, `_count`. */
  suffix?: string;
}

/** A metric with all its numbers. */
export interface Metric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: readonly Sample[];
}

/** One number that goes up and down. */
export interface Gauge {
  name: string;
  help: string;
  value: number;
}

/** A metric of one number. */
export function gauge({ name, help, value }: Gauge): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] };
}

/** Metrics in the text format of Prometheus, version 0.0.4. Labels are names of ours and need no escaping. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(metricLines).join('');
}

function metricLines({ name, type, help, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
