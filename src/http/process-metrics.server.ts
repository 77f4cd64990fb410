import { performance } from 'node:perf_hooks';
import { gauge, type Metric } from './metrics-text.ts';

/** What Node knows of its process, under the names that every client library of Prometheus gives it. */
export function processMetrics(): Metric[] {
  const processor = process.cpuUsage();
  const memory = process.memoryUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time used.',
      samples: [{ value: (processor.user + processor.system) / 1e6 }],
    },
    ...[
      { name: 'process_resident_memory_bytes', help: 'Resident memory.', value: memory.rss },
      {
        name: 'process_start_time_seconds',
        help: 'When it started, since 1970.',
        value: performance.timeOrigin / 1000,
      },
      { name: 'nodejs_heap_size_used_bytes', help: 'Heap in use.', value: memory.heapUsed },
      {
        name: 'nodejs_eventloop_utilization',
        help: 'Share of its life that the event loop was busy.',
        value: performance.eventLoopUtilization().utilization,
      },
    ].map(gauge),
  ];
}
