import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Storage } from './storage.ts';

const TOLERANCE_MS = 60_000;

/**
 * Logs the difference between this machine's clock and PostgreSQL's if it is more than a minute. Machines that share a store
 * compare its instants with their own clocks. SQLite has no clock of its own.
 * @throws the store's error
 */
export async function checkClock(
  { engine, db }: Storage,
  clock: Clock,
  logger: Pick<Logger, 'error'>,
): Promise<void> {
  if (engine === 'sqlite') return;
  const before = clock.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const theirs = Number(rows[0]?.now);
  const apart = Math.max(before - theirs, theirs - clock.now());
  if (apart > TOLERANCE_MS)
    logger.error({ seconds: Math.round(apart / 1000) }, 'clock apart from the one of PostgreSQL');
}
