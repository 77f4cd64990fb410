import type { Place } from './place.ts';

/** `short` is part of `npm test`; `long` has the full numbers and is run by `npm run test:faults`. */
export type Form = 'short' | 'long';

/** One number that an attack gave, and what it has to be. */
export interface Finding {
  what: string;
  value: number;
  unit: '' | 'ms' | 's' | 'MB' | '/s';
  atLeast?: number;
  atMost?: number;
  /** A time or a rate that other work on the machine moves at will: judged by the long form only, which runs alone. */
  timed?: true;
}

export interface Attack {
  /** The goal it belongs to: R1 to R13. */
  goal: string;
  /** What is done to the site, in a sentence. */
  title: string;
  run(form: Form, place: Place): Promise<Finding[]>;
}

type Unit = Finding['unit'];

/** What must not happen. */
export function none(what: string, value: number | readonly unknown[]): Finding {
  return { what, value: typeof value === 'number' ? value : value.length, unit: '', atMost: 0 };
}

export function atMost(what: string, value: number, limit: number, unit: Unit = ''): Finding {
  return { what, value, unit, atMost: limit };
}

export function atLeast(what: string, value: number, limit: number, unit: Unit = ''): Finding {
  return { what, value, unit, atLeast: limit };
}

export function timed(finding: Finding): Finding {
  return { ...finding, timed: true };
}

/** Whether a finding is as it has to be; a number that could not be taken is not. */
export function holds({ value, atLeast: least = -Infinity, atMost: most = Infinity }: Finding): boolean {
  return value >= least && value <= most;
}

/** A finding in one line, with what is allowed. */
export function described({ what, value, unit, atMost: most, atLeast: least }: Finding): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : 1;
  const allowed = least === undefined ? `≤ ${most}` : `≥ ${least}`;
  return `${what}: ${`${value.toFixed(digits)} ${unit}`.trim()} (${allowed})`;
}

/** The value under which a share of all values lies; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
