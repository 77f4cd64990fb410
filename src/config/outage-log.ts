import type { Logger } from 'pino';

/**
 * Logs an outage once, and its end once, however often the task fails meanwhile.
 * @param back line that tells the end; without it, the end is not logged
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
