import { hash, randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import { enqueueNotice } from '../mail/notice.server.ts';
import { enqueue } from '../mail/queue.server.ts';
import type { SuspectReason } from '../mail/words.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { contactFields } from '../words/form-fields.ts';
import { columnsOf, emailKey } from './messages.server.ts';
import type { ContactValues } from './rules.ts';

/** An identical message within this time is the same one, sent again. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

export interface AcceptedMessage extends ContactValues {
  origin: 'api' | 'page';
  /** Codes of the reasons; an ordinary message has none. */
  suspectReasons: readonly SuspectReason[];
}

/**
 * Stores a message and queues its mail, and a notice if asked, in one transaction (API-3). An identical message of the last ten
 * minutes is stored once.
 * @returns no `id` if an identical message was already stored; `failure` is the error of a commit that stored the message
 * nevertheless
 * @throws the store's error if the message is not stored
 */
export async function storeMessage(
  storage: Storage,
  message: AcceptedMessage,
  now: number,
  notify = false,
): Promise<{ id: string | undefined; failure?: unknown }> {
  const row = messageRow(message, now);
  let written = false;
  try {
    const isNew = await storage.db.transaction().execute(async (trx) => {
      // Without turns, two processes could each miss the other's identical message.
      await storage.takeTurns(trx, row.fingerprint);
      if (await isKnown(trx, row.fingerprint, now)) return false;
      await trx.insertInto('message').values(row).execute();
      await enqueue(trx, 'outbox', { id: randomUUIDv7(), messageId: row.id }, now);
      if (notify) await enqueueNotice(trx, 'received', row.id, now);
      written = true;
      return true;
    });
    return { id: isNew ? row.id : undefined };
  } catch (failure) {
    // After a failed commit the message may be stored all the same, as only the answer may be lost.
    if (written && (await isStored(storage, row.id))) return { id: row.id, failure };
    throw failure;
  }
}

function messageRow(message: AcceptedMessage, now: number) {
  return {
    // Version 7 identifiers sort by time (RFC 9562, 5.7).
    id: randomUUIDv7(),
    received_at: now,
    ...columnsOf(message),
    email_key: emailKey(message.email),
    origin: message.origin,
    status: 'new' as const,
    suspect: message.suspectReasons.length > 0 ? (1 as const) : (0 as const),
    suspect_reasons: message.suspectReasons.join(','),
    fingerprint: fingerprintOf(message),
  };
}

/** Digests the fields; the letter case of the address does not matter. */
function fingerprintOf(message: ContactValues): string {
  const compared = { ...message, email: emailKey(message.email) };
  return hash('sha256', JSON.stringify(contactFields.map((field) => compared[field])), 'base64url');
}

async function isKnown(trx: Transaction<Database>, fingerprint: string, now: number): Promise<boolean> {
  const known = await trx
    .selectFrom('message')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('received_at', '>=', now - DUPLICATE_WINDOW_MS)
    .where('received_at', '<=', now + DUPLICATE_WINDOW_MS)
    .executeTakeFirst();
  return known !== undefined;
}

async function isStored({ db }: Storage, id: string): Promise<boolean> {
  const query = db.selectFrom('message').select('id').where('id', '=', id);
  return query.executeTakeFirst().then(
    (found) => found !== undefined,
    () => false,
  );
}
