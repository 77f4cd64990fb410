import { sql, type Transaction } from 'kysely';
import type { SuspectReason } from '../content/mails.ts';
import { enqueue, enqueueBatch, type NewMail } from '../mail/enqueue.server.ts';
import { advisoryLocks } from '../storage/postgres/advisory-locks.ts';
import type { Database } from '../storage/schema.ts';
import { insertBatch } from '../storage/sqlite/insert-batch.ts';
import type { PostgresStorage, SqliteStorage, Storage } from '../storage/storage.ts';
import { emailKey, fingerprintOf } from './fingerprint.server.ts';
import { uuidV7At } from './message-id.server.ts';
import { claimBatch, DUPLICATE_WINDOW_MS, recentMirror } from './recent-fingerprints.server.ts';
import type { ContactValues } from './rules.ts';

/** A message that passed the rules, with what is known of its origin. */
export interface AcceptedMessage extends ContactValues {
  origin: 'api' | 'page';
  /** Codes, none for an ordinary message. */
  suspectReasons: readonly SuspectReason[];
}

/** What became of one message of a group. */
export interface Stored {
  /** Undefined when an identical message was already there: nothing new was stored. */
  id: string | undefined;
  /** What the store threw although it holds the message. */
  despite?: unknown;
}

/**
 * Stores messages and queues their mails in one transaction; an identical message of the last 10 minutes, or of
 * the same group, is stored once. Gives one result per message, in order.
 * @param now milliseconds since 1970
 * @throws what the store throws, when it holds none of the group
 */
export function storeGroup(
  storage: Storage,
  group: readonly AcceptedMessage[],
  now: number,
): Promise<Stored[]> {
  const newId = uuidV7At(now);
  const rows = group.map((message) => messageRow(message, newId(), now));
  return storage.engine === 'sqlite'
    ? storeInFile(storage, rows, newId, now)
    : storeInPostgres(storage, rows, newId, now);
}

type MessageRow = ReturnType<typeof messageRow>;

function messageRow(message: AcceptedMessage, id: string, now: number) {
  return {
    id,
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
    fingerprint: fingerprintOf(message),
  };
}

function mailsFor(rows: readonly MessageRow[], newId: () => string): NewMail[] {
  return rows.map(({ id }) => ({ id: newId(), messageId: id }));
}

/** In one command: the five statements of a transaction would each wait for the event loop, and hold the lock meanwhile. */
async function storeInFile(
  storage: SqliteStorage,
  rows: MessageRow[],
  newId: () => string,
  now: number,
): Promise<Stored[]> {
  const fingerprints = rows.map(({ fingerprint }) => fingerprint);
  const claims = 0;
  const batches = [
    claimBatch(fingerprints, now),
    { ...insertBatch('message', rows), ifChanged: claims },
    enqueueBatch(mailsFor(rows, newId), now),
  ];
  try {
    const changed = (await storage.runInTransaction(batches, recentMirror(now)))[claims];
    return rows.map(({ id }, index) => ({ id: changed?.[index] ? id : undefined }));
  } catch (failure) {
    return storedAfterAll(storage, rows, failure);
  }
}

/**
 * What became of a transaction that failed, for it may be durable already: SQLite's thread ends before it can say so, what it
 * remembers of recent messages finds no room on the disk, PostgreSQL's word on the commit is lost on the way.
 * @throws the failure, when the store holds none of the rows or cannot be asked
 */
async function storedAfterAll(
  { db }: Storage,
  rows: readonly MessageRow[],
  failure: unknown,
): Promise<Stored[]> {
  const ids = rows.map(({ id }) => id);
  const asked = db.selectFrom('message').select('id').where('id', 'in', ids).execute();
  const kept = new Set((await asked.catch(() => [])).map(({ id }) => id));
  if (kept.size === 0) throw failure;
  return ids.map((id) => ({ id: kept.has(id) ? id : undefined, despite: failure }));
}

async function storeInPostgres(
  storage: PostgresStorage,
  rows: MessageRow[],
  newId: () => string,
  now: number,
): Promise<Stored[]> {
  let written = false;
  const work = storage.db.transaction().execute(async (trx) => {
    // Replicas take turns: without it two could each miss the other's identical message.
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.acceptance)})`.execute(trx);
    const known = await recentFingerprints(trx, rows, now);
    const results: Stored[] = [];
    const fresh: MessageRow[] = [];
    for (const row of rows) {
      const isFresh = !known.has(row.fingerprint);
      if (isFresh) fresh.push(row);
      known.add(row.fingerprint);
      results.push({ id: isFresh ? row.id : undefined });
    }
    if (fresh.length > 0) await trx.insertInto('message').values(fresh).execute();
    await enqueue(trx, mailsFor(fresh, newId), now);
    written = true;
    return results;
  });
  return work.catch((failure) => {
    // Before the commit was asked for, nothing can have been stored.
    if (!written) throw failure;
    return storedAfterAll(storage, rows, failure);
  });
}

async function recentFingerprints(
  trx: Transaction<Database>,
  rows: readonly MessageRow[],
  now: number,
): Promise<Set<string>> {
  const fingerprints = rows.map(({ fingerprint }) => fingerprint);
  const known = await trx
    .selectFrom('message')
    .select('fingerprint')
    .where('fingerprint', 'in', fingerprints)
    .where('received_at', '>=', now - DUPLICATE_WINDOW_MS)
    .where('received_at', '<=', now + DUPLICATE_WINDOW_MS)
    .execute();
  return new Set(known.map(({ fingerprint }) => fingerprint));
}
