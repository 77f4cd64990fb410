import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../storage/schema.ts';
import { type OutboxStatus, outboxStatus } from './outbox.server.ts';

/** The state of the queue, and whether it is sound. */
export interface OutboxHealth extends Omit<OutboxStatus, 'sent'> {
  /** Whether a mail has waited for ten minutes. */
  stuck: boolean;
}

/** The fourth attempt comes within 5 min (`retry-delays.ts`): a mail that waits for ten has no passing trouble. */
export const STUCK_AFTER_S = 10 * 60;

/**
 * Reads the state of the queue, and judges it.
 * @param now milliseconds since 1970
 * @param sends whether there is a mail server: without one, mails that wait are no fault
 */
export async function outboxHealth(db: Kysely<Database>, now: number, sends: boolean): Promise<OutboxHealth> {
  const { sent: _, ...status } = await outboxStatus(db, now);
  return { ...status, stuck: sends && status.oldestSeconds >= STUCK_AFTER_S };
}

const LOOK_EVERY_MS = 30_000;

/**
 * Checks the queue every half minute. Logs once if it is stuck and once when it runs again.
 * @param onStuck runs once when the queue gets stuck; a failed run is repeated at the next check
 * @returns a function that ends the checks
 */
export function watchOutbox(
  look: () => Promise<OutboxHealth>,
  logger: Pick<Logger, 'info' | 'error'>,
  onStuck: () => Promise<void> = async () => {},
): () => void {
  let stuck = false;
  let told = false;
  const timer = setInterval(async () => {
    try {
      const health = await look();
      if (health.stuck && !stuck) logger.error({ ...health }, 'outbox stuck');
      if (!health.stuck && stuck) logger.info({ ...health }, 'outbox runs again');
      stuck = health.stuck;
      if (stuck && !told) await onStuck();
      told = stuck;
    } catch {
      // Readiness and every writer report a store that does not work.
    }
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Gives the state of the queue as gauges, the same from every process on one store. */
export function outboxGauges({ pending, refused, oldestSeconds, stuck }: OutboxHealth) {
  return [
    { name: 'vitrine_outbox_pending', help: 'Mails that wait.', value: pending },
    { name: 'vitrine_outbox_refused', help: 'Mails given up on, until sent again.', value: refused },
    { name: 'vitrine_outbox_oldest_seconds', help: 'Age of the oldest waiting mail.', value: oldestSeconds },
    { name: 'vitrine_outbox_stuck', help: '1: somebody should look.', value: stuck ? 1 : 0 },
  ];
}
