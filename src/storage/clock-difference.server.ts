import { sql } from 'kysely';
import type { Clock } from '../config/clock.ts';
import type { Storage } from './storage.ts';

/** The largest tolerated difference of clocks: machines on one store compare its instants with their own clocks. */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Tells how far apart this machine's clock and PostgreSQL's are at least, in milliseconds; 0 on SQLite, which has none of its
 * own.
 * @throws what the store throws
 */
export async function clockDifference(storage: Storage, clock: Clock): Promise<number> {
  if (storage.engine === 'sqlite') return 0;
  const before = clock.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(storage.db);
  const after = clock.now();
  const theirs = Number(rows[0]?.now);
  return Math.max(0, before - theirs, theirs - after);
}
