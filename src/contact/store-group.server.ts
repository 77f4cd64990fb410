import { randomFillSync } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { enqueue } from '../mail/enqueue.server.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { type ContactFields, emailKey, fingerprintOf } from './fingerprint.server.ts';
import { uuidV7 } from './message-id.server.ts';

/** A message that passed the rules, with what is known of its origin. */
export interface AcceptedMessage extends ContactFields {
  origin: 'api' | 'page';
  /** Codes, none for an ordinary message. */
  suspectReasons: readonly string[];
}

export interface Stored {
  id: string;
  /** An identical message was already there: nothing new was stored. */
  duplicate: boolean;
}

const DUPLICATE_WINDOW_MS = 10 * 60_000;
/** Replicas take turns: without it two could each miss the other's identical message. Any fixed number will do. */
const ACCEPTANCE_LOCK = 7_236_011_805;

async function recentFingerprints(trx: Transaction<Database>, fingerprints: string[], now: number) {
  const rows = await trx
    .selectFrom('message')
    .select(['id', 'fingerprint'])
    .where('fingerprint', 'in', fingerprints)
    .where('received_at', '>=', now - DUPLICATE_WINDOW_MS)
    .where('received_at', '<=', now + DUPLICATE_WINDOW_MS)
    .execute();
  return new Map(rows.map(({ id, fingerprint }) => [fingerprint, id]));
}

const newId = (now: number) => uuidV7(now, randomFillSync);

function messageRow(message: AcceptedMessage, fingerprint: string, now: number) {
  return {
    id: newId(now),
    received_at: now,
    fullname: message.fullname,
    email: message.email,
    email_key: emailKey(message.email),
    subject: message.subject,
    phone: message.phone,
    body: message.message,
    origin: message.origin,
    status: 'new' as const,
    suspect: message.suspectReasons.length > 0 ? (1 as const) : (0 as const),
    suspect_reasons: message.suspectReasons.join(','),
    fingerprint,
  };
}

async function storeIn(trx: Transaction<Database>, group: readonly AcceptedMessage[], now: number) {
  const fingerprints = group.map(fingerprintOf);
  const known = await recentFingerprints(trx, fingerprints, now);
  const rows: ReturnType<typeof messageRow>[] = [];
  const results = group.map((message, index): Stored => {
    const fingerprint = fingerprints[index] as string;
    const twin = known.get(fingerprint);
    if (twin) return { id: twin, duplicate: true };
    const row = messageRow(message, fingerprint, now);
    rows.push(row);
    known.set(fingerprint, row.id);
    return { id: row.id, duplicate: false };
  });
  if (rows.length > 0) await trx.insertInto('message').values(rows).execute();
  // By time like the messages': what is stored together is then written to the same few pages.
  const mails = rows.map(({ id }) => ({ id: newId(now), messageId: id, mailId: newId(now) }));
  await enqueue(trx, mails, now);
  return results;
}

/**
 * Stores messages and queues their mails in one transaction; an identical message of the last 10 minutes, or of
 * the same group, is stored once. Gives one result per message, in order.
 * @param now milliseconds since 1970
 */
export function storeGroup(
  storage: Storage,
  group: readonly AcceptedMessage[],
  now: number,
): Promise<Stored[]> {
  return storage.db.transaction().execute(async (trx) => {
    if (storage.engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(ACCEPTANCE_LOCK)})`.execute(trx);
    return storeIn(trx, group, now);
  });
}
