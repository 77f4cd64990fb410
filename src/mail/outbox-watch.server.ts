import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import { type OutboxHealth, outboxHealth } from './outbox-health.server.ts';

const LOOK_EVERY_MS = 30_000;
/** A question within this time gets the same answer: strangers can ask for the health pages too. */
const FRESH_MS = 1_000;

/** The state of the queue for monitoring, and in the log as soon as it is stuck. */
export interface OutboxWatch {
  /** The state, at most a second old. @throws what the store throws */
  look(): Promise<OutboxHealth>;
  stop(): void;
}

export interface OutboxWatchOptions {
  db: Kysely<Database>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'error'>;
  /** Whether there is a mail server. */
  sends: boolean;
  /** Milliseconds of a monotonic clock, for the age of a look. */
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

  // A store that cannot be read is reported by readiness and by what writes to it.
  const timer = setInterval(() => look().catch(() => {}), LOOK_EVERY_MS).unref();
  return { look, stop: () => clearInterval(timer) };
}
