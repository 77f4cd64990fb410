import type { Clock } from '../../config/clock.ts';
import type { Config } from '../../config/config.server.ts';
import type { Storage } from '../../storage/storage.ts';

/** `problem`: something does not work; `warning`: it works here, but is not ready to be published. */
export type Verdict = 'ok' | 'warning' | 'problem';

/** What one check found. */
export interface Finding {
  verdict: Verdict;
  detail: string;
  /** What to do; absent when all is well. */
  fix?: string;
}

/** What a check may look at. */
export interface Examined {
  config: Config;
  clock: Clock;
  /** Undefined when the store cannot be opened; the check of the store says why, and checks that need it are left out. */
  storage: Storage | undefined;
  /** Why it cannot. */
  storeError: unknown;
}

/** Gives its finding; undefined when there is nothing to check here. What it throws becomes a problem. */
export type Check = (examined: Examined) => Promise<Finding | undefined>;

/** Makes the finding of a check that passed. */
export function ok(detail: string): Finding {
  return { verdict: 'ok', detail };
}

/** Makes the finding of something that is unfinished. */
export function warning(detail: string, fix: string): Finding {
  return { verdict: 'warning', detail, fix };
}

/** Makes the finding of a check that failed. */
export function problem(detail: string, fix: string): Finding {
  return { verdict: 'problem', detail, fix };
}

/** Makes a warning on a machine of one's own, a problem on a public site. */
export function unlessLocal({ siteUrl }: Config, detail: string, fix: string): Finding {
  return isLocal(siteUrl) ? warning(detail, fix) : problem(detail, fix);
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

/** Tells whether an address leads nowhere but to this machine. */
export function isLocal(url: string): boolean {
  return LOCAL.test(new URL(url).hostname);
}
