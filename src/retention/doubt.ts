import { DAY_MS } from '../config/clock.ts';
import type { RetentionRecord } from './run-record.server.ts';

/** The timer runs every hour: a longer gap is either a machine long off or a clock set wrong. */
const PLAUSIBLE_GAP_MS = 32 * DAY_MS;

/**
 * Whether the clock may have jumped forward since the last run (R10), so that what seems too old may not be. In doubt as long as
 * a run that held back left something.
 * @param now milliseconds since 1970
 */
export function isInDoubt(last: RetentionRecord | undefined, now: number): last is RetentionRecord {
  if (!last || now < last.ranAt) return false;
  return last.held || now - last.ranAt > PLAUSIBLE_GAP_MS;
}
