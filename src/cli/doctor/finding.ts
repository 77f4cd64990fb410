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

/** Gives its findings; undefined when there is nothing to check here. What it throws becomes a problem. */
export type Check = (examined: Examined) => Promise<Finding | readonly Finding[] | undefined>;

/**
 * Makes the finding of a check that passed.
 * @param detail what was found
 */
export function ok(detail: string): Finding {
  return { verdict: 'ok', detail };
}

/**
 * Makes the finding of something that is unfinished.
 * @param detail what was found
 * @param fix what to do
 */
export function warning(detail: string, fix: string): Finding {
  return { verdict: 'warning', detail, fix };
}

/**
 * Makes the finding of a check that failed.
 * @param detail what was found
 * @param fix what to do
 */
export function problem(detail: string, fix: string): Finding {
  return { verdict: 'problem', detail, fix };
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

/** Tells whether an address leads nowhere but to this machine. */
export function isLocal(url: string): boolean {
  return LOCAL.test(new URL(url).hostname);
}

/** Whether the site is declared public: what is only unfinished elsewhere is wrong there. */
function isPublic({ siteUrl }: Config): boolean {
  return !isLocal(siteUrl);
}

/** Gives the address of this server, and the variable that says it: with `API_URL` the site's own address is another server's. */
export function serverAddress({ apiUrl, siteUrl }: Config): { url: string; variable: string } {
  return apiUrl === undefined ? { url: siteUrl, variable: 'SITE_URL' } : { url: apiUrl, variable: 'API_URL' };
}

/** Makes a warning on a machine of one's own, a problem on a public site. */
export function unlessLocal(config: Config, detail: string, fix: string): Finding {
  return isPublic(config) ? problem(detail, fix) : warning(detail, fix);
}
