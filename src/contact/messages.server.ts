import type { Kysely, Selectable } from 'kysely';
import { withAsciiDomain } from '../ascii-domain.ts';
import type { OutboxMail } from '../mail/outbox.server.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { noteErased, removeTraces } from '../storage/task-runs.server.ts';
import { type ContactField, contactFields } from '../words/form-fields.ts';
import type { ContactValues } from './rules.ts';

type Db = Kysely<Database>;

export type Message = Selectable<Database['message']>;

export function columnOf(name: ContactField) {
  return name === 'message' ? 'body' : name;
}

export function columnsOf(values: ContactValues) {
  const columns = Object.fromEntries(contactFields.map((name) => [columnOf(name), values[name]]));
  return columns as Record<ReturnType<typeof columnOf>, string>;
}

/** Gives the form in which addresses are compared: lower case, with the domain in ASCII. */
export function emailKey(email: string): string {
  return withAsciiDomain(email).toLowerCase();
}

/** Conditions of a listing, a search or an export; an empty filter matches every message. */
export interface MessageFilter {
  suspect?: boolean | undefined;
  /** The address is compared in any letter case. */
  email?: string | undefined;
}

const PAGE = 200;
/** Allows only characters of an identifier, so that no wildcard reaches LIKE. */
const ID_OR_PREFIX = /^[0-9a-f-]{1,36}$/;

function matching(db: Db, { suspect, email }: MessageFilter) {
  let query = db.selectFrom('message').selectAll();
  if (suspect !== undefined) query = query.where('suspect', '=', suspect ? 1 : 0);
  if (email !== undefined) query = query.where('email_key', '=', emailKey(email));
  return query;
}

/** Iterates over matching messages, newest first, with one page of them in memory at a time. */
export async function* iterateMessages(db: Db, filter: MessageFilter = {}): AsyncGenerator<Message> {
  let last: Message | undefined;
  do {
    let query = matching(db, filter).orderBy('received_at', 'desc').orderBy('id', 'desc').limit(PAGE);
    if (last) {
      const { received_at, id } = last;
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_at', 'id'), '<', tuple(received_at, id)),
      );
    }
    const page = await query.execute();
    yield* page;
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last);
}

/** Letters that Unicode does not decompose, with what people type instead on a keyboard without them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

function folded(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[œæßøłđ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/**
 * Lists matching messages that hold every word of `text`, newest first, ignoring case and accents. JavaScript compares, because
 * the engines differ in this, and twelve months of messages are few.
 */
export async function listMessages(
  db: Db,
  { limit, text = '', ...filter }: MessageFilter & { limit: number; text?: string | undefined },
): Promise<Message[]> {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const found: Message[] = [];
  for await (const message of iterateMessages(db, filter)) {
    const texts = contactFields.map((name) => message[columnOf(name)]);
    const content = folded(texts.join('\n'));
    if (words.every((word) => content.includes(word))) found.push(message);
    if (found.length === limit) break;
  }
  return found;
}

/** Finds at most ten messages whose identifier begins with this text, in any letter case. */
export async function findMessages(db: Db, idOrPrefix: string): Promise<Message[]> {
  const prefix = idOrPrefix.toLowerCase();
  if (!ID_OR_PREFIX.test(prefix)) return [];
  const query = db.selectFrom('message').selectAll().where('id', 'like', `${prefix}%`);
  return query.orderBy('id').limit(10).execute();
}

export function mailsOf(db: Db, email: string): Promise<OutboxMail[]> {
  return db
    .selectFrom('outbox')
    .innerJoin('message', 'message.id', 'outbox.message_id')
    .selectAll('outbox')
    .where('message.email_key', '=', emailKey(email))
    .execute();
}

export type Erasure = Awaited<ReturnType<typeof eraseMessages>>;

/** Erases a message, or all from an address in any letter case (GDPR, article 17), with their queued mails. */
export async function eraseMessages(storage: Storage, which: { id: string } | { email: string }) {
  const column = 'id' in which ? 'id' : 'email_key';
  const value = 'id' in which ? which.id : emailKey(which.email);
  const erased = await storage.db.transaction().execute(async (trx) => {
    const notSent = await trx
      .selectFrom('outbox')
      .innerJoin('message', 'message.id', 'outbox.message_id')
      .select('outbox.lease_until')
      .where(`message.${column}`, '=', value)
      .where('outbox.state', '!=', 'sent')
      .execute();
    const deleted = await trx.deleteFrom('message').where(column, '=', value).executeTakeFirst();
    // The note comes last, as in retention; another order could deadlock the two.
    if (deleted.numDeletedRows > 0n) await noteErased(trx);
    // A mail with a lease is being sent and may still arrive.
    const sending = notSent.filter(({ lease_until }) => lease_until !== null);
    const mails = { notSent: notSent.length, sending: sending.length };
    return { messages: Number(deleted.numDeletedRows), mails };
  });
  const { left, failure } = await removeTraces(storage);
  // PostgreSQL keeps the bytes of deleted rows until it writes over them.
  return { ...erased, traces: { left: left || storage.keepsTraces, failure } };
}

export async function countMessages(db: Db, filter: MessageFilter = {}): Promise<number> {
  const { count } = await matching(db, filter)
    .clearSelect()
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
