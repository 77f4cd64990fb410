import { rmSync } from 'node:fs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes an unfinished file when the process is told to stop, which then stops as it would have: the file may hold what
 * visitors wrote.
 * @returns what ends that, once the file has its name
 */
export function removedWhenStopped(file: string): Disposable {
  const stop = (signal: NodeJS.Signals) => {
    rmSync(file, { force: true });
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
