import type { LogFn, Logger } from 'pino';

/** A failure that comes back within this time is the same trouble: it is counted, not written again. */
const SAME_TROUBLE_MS = 60_000;
/** Different troubles remembered at once; beyond, everything is written. */
const MAX_REMEMBERED = 200;

interface Trouble {
  lastAt: number;
  repeats: number;
}

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void;

/**
 * For `hooks.logMethod` of pino. A store or a mail server that is away for hours fails many times a second: each
 * message is written once for each kind of failure, not once a second. When the same failure comes back after a pause, its
 * line says how many were left out. Only lines that carry an error and nothing else are compared, so that no fact is lost.
 * @param monotonic milliseconds of a monotonic clock
 */
export function quietRepeats(monotonic: () => number): LogMethod {
  const troubles = new Map<string, Trouble>();

  /** How many lines were left out before this one; undefined when this one is to be left out too. */
  function leftOutBefore(key: string): number | undefined {
    const now = monotonic();
    const known = troubles.get(key);
    if (known && now - known.lastAt < SAME_TROUBLE_MS) {
      known.lastAt = now;
      known.repeats += 1;
      return undefined;
    }
    if (troubles.size >= MAX_REMEMBERED) forgetPast(now);
    if (troubles.size < MAX_REMEMBERED) troubles.set(key, { lastAt: now, repeats: 0 });
    return known?.repeats ?? 0;
  }

  function forgetPast(now: number): void {
    for (const [key, { lastAt }] of troubles) if (now - lastAt >= SAME_TROUBLE_MS) troubles.delete(key);
  }

  return function logMethod(args, method) {
    const key = keyOf(args);
    const leftOut = key === undefined ? 0 : leftOutBefore(key);
    if (leftOut === undefined) return;
    if (leftOut === 0) return method.apply(this, args);
    const [facts, ...words] = args as unknown as [object, ...string[]];
    return method.apply(this, [{ ...facts, leftOutBefore: leftOut }, ...words] as Parameters<LogFn>);
  };
}

/** What makes two lines the same: their words, and the name and the code of their error. */
function keyOf(args: readonly unknown[]): string | undefined {
  const [facts, words] = args;
  if (typeof facts !== 'object' || facts === null || Object.keys(facts).join() !== 'err') return undefined;
  const { err } = facts as { err: unknown };
  if (!(err instanceof Error)) return undefined;
  const { code } = err as { code?: unknown };
  return [String(words), err.name, String(code)].join('\n');
}
