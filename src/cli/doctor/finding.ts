import type { Clock } from '../../config/clock.ts';
import type { Config } from '../../config/config.server.ts';
import type { Storage } from '../../storage/storage.ts';

/** `problem`: something does not work; `warning`: it works here, but is not ready to be published. */
export type Verdict = 'ok' | 'warning' | 'problem';

/** The result of one check. */
export interface Finding {
  verdict: Verdict;
  detail: string;
  /** The remedy; absent if all is well. */
  fix?: string;
}

/** The input of every check. */
export interface Examined {
  config: Config;
  clock: Clock;
  /** Undefined if the store cannot be opened: its own check says why, and checks that need it are skipped. */
  storage: Storage | undefined;
  storeError: unknown;
}

/** Returns undefined when there is nothing to check. An error becomes a problem. */
export type Check = (examined: Examined) => Promise<Finding | undefined>;

/** Makes the finding of a check that passed; with a detail where the operator learns something from it. */
export const ok = (detail = ''): Finding => ({ verdict: 'ok', detail });

/** Makes the finding of something that is unfinished. */
export const warning = (detail: string, fix: string): Finding => ({ verdict: 'warning', detail, fix });

/** Makes the finding of a check that failed. */
export const problem = (detail: string, fix: string): Finding => ({ verdict: 'problem', detail, fix });

/** Makes a warning on a local site, a problem on a public one. */
export function unlessLocal({ siteUrl }: Config, detail: string, fix: string): Finding {
  return isLocal(siteUrl) ? warning(detail, fix) : problem(detail, fix);
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

export function isLocal(url: string): boolean {
  return LOCAL.test(new URL(url).hostname);
}
