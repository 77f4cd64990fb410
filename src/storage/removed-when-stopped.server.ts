import { rmSync } from 'node:fs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes an unfinished file when the process is told to stop, which then stops as it would have: the file may hold what
 * visitors wrote.
 * @returns what ends that, once the file has its name
 */
export function removedWhenStopped(file: string): Disposable {
  return doneWhenStopped(() => rmSync(file, { force: true }));
}

/** Does a last thing, at once, when the process is told to stop, which then stops as it would have. @returns what ends that */
export function doneWhenStopped(last: () => void): Disposable {
  const stop = (signal: NodeJS.Signals) => {
    last();
    for (const each of signals) process.off(each, stop);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
