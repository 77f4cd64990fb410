import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import { type OutboxHealth, outboxHealth } from './outbox-health.server.ts';

const LOOK_EVERY_MS = 30_000;
/** Whoever asks more often gets the same answer: health pages are asked by strangers too. */
const FRESH_MS = 1_000;

/** The state of the queue for whoever watches, and in the log as soon as it is stuck. */
export interface OutboxWatch {
  /** At most a second old. Throws what the store throws. */
  look(): Promise<OutboxHealth>;
  stop(): void;
}

export interface OutboxWatchOptions {
  db: Kysely<Database>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'error'>;
  /** Whether there is a mail server. */
  sends: boolean;
  /** Milliseconds of a clock that nobody sets, for how old a look is. */
  monotonic?: () => number;
}

/** Looks at the queue every half minute; logs once when it is stuck and once when it runs again. */
export function createOutboxWatch({
  db,
  clock,
  logger,
  sends,
  monotonic = () => performance.now(),
}: OutboxWatchOptions): OutboxWatch {
  let last: Promise<OutboxHealth> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let stuck = false;

  async function read(): Promise<OutboxHealth> {
    const health = await outboxHealth(db, clock.now(), sends);
    if (health.stuck && !stuck) logger.error({ ...health }, 'outbox stuck');
    if (!health.stuck && stuck) logger.info({ ...health }, 'outbox runs again');
    stuck = health.stuck;
    return health;
  }

  function look(): Promise<OutboxHealth> {
    if (last && monotonic() - lastAt < FRESH_MS) return last;
    lastAt = monotonic();
    last = read();
    return last;
  }

  // A store that cannot be read is told by readiness and by those who write to it.
  const timer = setInterval(() => look().catch(() => {}), LOOK_EVERY_MS).unref();
  return { look, stop: () => clearInterval(timer) };
}
