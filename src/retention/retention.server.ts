import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Storage } from '../storage/storage.ts';
import { runRetention } from './run-retention.server.ts';

const HOUR_MS = 3_600_000;

/** What erases at the start and every hour. */
export interface RetentionTimer {
  /** No run begins any more; the one under way is finished. */
  stop(): Promise<void>;
}

export interface RetentionTimerOptions {
  storage: Storage;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Erases what is too old now, then every hour. A run that fails is logged, and the next one makes up for it. */
export function startRetention({ storage, clock, logger }: RetentionTimerOptions): RetentionTimer {
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      const { results, held, traces } = await runRetention({ storage, clock });
      const facts = Object.fromEntries(
        results.map(({ table, count, left }) => [table, { erased: count, left }]),
      );
      if (held) logger.warn(facts, 'retention held back: the clock seems to have jumped forward');
      else if (results.some(({ count }) => count > 0))
        logger.info(facts, 'retention erased what was too old');
      if (traces.failure !== undefined) throw traces.failure;
    } catch (error) {
      logger.error({ err: error }, 'retention failed');
    } finally {
      running = undefined;
    }
  }

  function runAlone(): void {
    running ??= run();
  }

  const timer = setInterval(runAlone, HOUR_MS).unref();
  runAlone();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
