import type { Sample } from './metrics-text.ts';

/** Counts durations by how long they were. */
export interface Histogram {
  add(seconds: number): void;
  samples(): Sample[];
}

/**
 * Gives an empty histogram.
 * @param bounds upper bounds of the buckets in seconds, ascending
 */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Array<number>(bounds.length + 1).fill(0);
  let sum = 0;
  return {
    add(seconds) {
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket += 1;
      counts[bucket] = (counts[bucket] as number) + 1;
      sum += seconds;
    },
    samples() {
      let total = 0;
      const buckets = counts.map((count, bucket) => {
        total += count;
        return { suffix: '_bucket', labels: { le: String(bounds[bucket] ?? '+Inf') }, value: total };
      });
      return [...buckets, { suffix: '_sum', value: sum }, { suffix: '_count', value: total }];
    },
  };
}
