import type { Kysely, Updateable } from 'kysely';
import type { Database } from '../storage/schema.ts';

type Db = Kysely<Database>;

/** A claimed mail and who claimed it. */
export interface Lease {
  id: string;
  messageId: string;
  owner: string;
}

/** An update of the mail, while the owner holds it. */
function whileHeld(db: Db, { id, messageId, owner }: Lease) {
  return db
    .updateTable('outbox')
    .where('message_id', '=', messageId)
    .where('id', '=', id)
    .where('lease_owner', '=', owner);
}

/** Changes the mail only while the owner holds it. @returns false after a takeover by another; nothing happens then */
async function settle(db: Db, lease: Lease, changes: Updateable<Database['outbox']>): Promise<boolean> {
  const result = await whileHeld(db, lease)
    .set({ ...changes, lease_owner: null, lease_until: null })
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Extends the lease to `until`, unless another owner has taken the mail over. */
export async function renew(db: Db, lease: Lease, until: number): Promise<void> {
  await whileHeld(db, lease).set({ lease_until: until }).execute();
}

/** The mail server has taken the mail. */
export function complete(db: Db, lease: Lease, now: number): Promise<boolean> {
  return settle(db, lease, { state: 'sent', sent_at: now, last_error: null });
}

/** Not taken this time: due again at `dueAt`. `code` says why, and is never personal. */
export function retryLater(db: Db, lease: Lease, dueAt: number, code: string): Promise<boolean> {
  return settle(db, lease, { due_at: dueAt, last_error: code });
}

/** Refused for good (5xx): kept and listed until someone sends it again or the message goes. */
export function refuse(db: Db, lease: Lease, code: string): Promise<boolean> {
  return settle(db, lease, { state: 'refused', last_error: code });
}

/**
 * No attempt that counts for this mail: due again at `dueAt`, so that others have their turn first.
 * @param code why the server could not be reached at all; without it the mail was not tried
 */
export function release(
  db: Db,
  lease: Lease,
  attempts: number,
  dueAt: number,
  code?: string,
): Promise<boolean> {
  return settle(db, lease, { attempts: attempts - 1, due_at: dueAt, ...(code && { last_error: code }) });
}

/**
 * What this owner holds in the store without knowing of it, because the store went away before it could answer: as it was before.
 * @param held identifiers of the mails that the owner knows of
 */
export async function releaseUnknown(db: Db, owner: string, held: readonly string[]): Promise<void> {
  let unknown = db
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '-', 1), lease_owner: null, lease_until: null }))
    .where('lease_owner', '=', owner)
    .where('state', '=', 'pending');
  if (held.length > 0) unknown = unknown.where('id', 'not in', held);
  await unknown.execute();
}
