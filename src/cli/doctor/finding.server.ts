import type { Clock } from '../../config/clock.ts';
import type { Config } from '../../config/config.server.ts';
import type { Storage } from '../../storage/storage.ts';

/** A `problem` means that something does not work; a `warning`, that it works here but is not ready for publication. */
export type Verdict = 'ok' | 'warning' | 'problem';

export interface Finding {
  verdict: Verdict;
  detail: string;
  fix?: string;
}

export interface Examined {
  config: Config;
  clock: Clock;
  /** Undefined if the store cannot be opened: the store's own check reports it, and dependent checks are skipped. */
  storage: Storage | undefined;
  storeError: unknown;
}

/** Makes one check; undefined means that there is nothing to check. A thrown error is reported as a problem. */
export type Check = (examined: Examined) => Promise<Finding | undefined>;

export const ok = (detail = ''): Finding => ({ verdict: 'ok', detail });

export const warning = (detail: string, fix: string): Finding => ({ verdict: 'warning', detail, fix });

export const problem = (detail: string, fix: string): Finding => ({ verdict: 'problem', detail, fix });

export function unlessLocal({ siteUrl }: Config, detail: string, fix: string): Finding {
  return isLocal(siteUrl) ? warning(detail, fix) : problem(detail, fix);
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

export function isLocal(url: string): boolean {
  return LOCAL.test(new URL(url).hostname);
}
