import type { Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';

/**
 * Makes mails due now: those of one message, refused or waiting, or every refused one. A mail already sent, or
 * being sent, is left alone; one whose process died in the attempt is not. What was refused is queued anew: it waits
 * since `now`.
 * @returns how many are due
 */
export async function resend(
  db: Kysely<Database>,
  which: { messageId: string } | 'refused',
  now: number,
): Promise<number> {
  let query = db
    .updateTable('outbox')
    .set((row) => ({
      state: 'pending',
      due_at: now,
      attempts: 0,
      created_at: row.case().when('state', '=', 'refused').then(now).else(row.ref('created_at')).end(),
    }))
    .where((row) => row.or([row('lease_owner', 'is', null), row('lease_until', '<=', now)]));
  query =
    which === 'refused'
      ? query.where('state', '=', 'refused')
      : query.where('message_id', '=', which.messageId);
  const result = await query.where('state', '!=', 'sent').executeTakeFirst();
  return Number(result.numUpdatedRows);
}
