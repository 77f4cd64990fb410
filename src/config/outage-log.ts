import type { Logger } from 'pino';

/** Logs an outage once, and its end once, however often the task fails meanwhile. */
export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
}

/** @param back line that tells the end; without it, the end is not logged */
export function createOutageLog(
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  level: 'warn' | 'error',
  away: string,
  back?: string,
): OutageLog {
  let isAway = false;
  return {
    failed(error) {
      if (!isAway) logger[level]({ err: error }, away);
      isAway = true;
    },
    worked() {
      if (isAway && back !== undefined) logger.info(back);
      isAway = false;
    },
  };
}
