import type { Logger } from 'pino';

/**
 * Runs a task every `ms`, never twice at the same time; the task handles its own errors.
 * @returns a function that ends the repetition and waits for the current run
 */
export function repeat(ms: number, task: () => Promise<void>, { atOnce = false } = {}): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= task().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, ms).unref();
  if (atOnce) run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Logs an outage once, and its end once, however often the task fails meanwhile.
 * @param back log line for the end; without it the end is not logged
 */
export function createOutageLog(
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  level: 'warn' | 'error',
  away: string,
  back?: string,
) {
  let isAway = false;
  return {
    failed(error: unknown): void {
      if (!isAway) logger[level]({ err: error }, away);
      isAway = true;
    },
    worked(): void {
      if (isAway && back !== undefined) logger.info(back);
      isAway = false;
    },
  };
}
