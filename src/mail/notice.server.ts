import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../config/clock.ts';
import type { Database } from '../storage/schema.ts';
import { contactSubjects } from '../words/specified.ts';
import type { MessageRow } from './contact-mail-content.ts';
import { enqueue } from './queue.server.ts';
import type { Outcome } from './smtp.server.ts';
import { noticeWords } from './words.ts';

/** `received` tells of a new message; `stuck` tells that mails are not sent. */
type NoticeKind = 'received' | 'stuck';

/** Queues a notice, due at once. The identifier makes several processes queue the same one only once. */
export function enqueueNotice(db: Kysely<Database>, kind: NoticeKind, messageId: string, now: number) {
  return enqueue(db, 'notice', { id: `${kind}-${messageId}`, messageId }, now);
}

export async function enqueueStuckNotice(db: Kysely<Database>, now: number): Promise<void> {
  const oldest = await db
    .selectFrom('outbox')
    .select('message_id')
    .where('state', '=', sql.lit('pending'))
    .orderBy('created_at')
    .executeTakeFirst();
  if (oldest) await enqueueNotice(db, 'stuck', oldest.message_id, now);
}

/** Notices are tried for five days; a failed one stays visible for five more. */
export const NOTICE_LIFE_MS = 10 * DAY_MS;

/** Deletes notices that are too old, such as those that waited while `NOTIFY_URL` was not set. */
export async function dropOldNotices(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('notice')
    .where('created_at', '<', now - NOTICE_LIFE_MS)
    .execute();
}

/**
 * Composes the notice for a row of the queue, without personal data.
 * @param id the row's own, which begins with the kind of notice
 */
export function composeNotice(message: MessageRow, id: string) {
  const event: NoticeKind = id.startsWith('stuck') ? 'stuck' : 'received';
  // Only a subject of the form is sent, because any other text could be personal.
  const subject = contactSubjects.find((each) => each === message.subject) ?? '';
  return {
    event,
    id: message.id,
    subject,
    receivedAt: new Date(message.received_at).toISOString(),
    // Slack and Mattermost show the sentence under this name.
    text: noticeWords[event](subject, message.id, message.suspect === 1),
  };
}

/** The wait for an answer is long, because slow receivers accept a notice well before they answer. */
const ANSWER_WITHIN_MS = 60_000;

const TEXT_ONLY = ['chat.googleapis.com', 'hooks.slack.com'];

/** After these errors the notice may have arrived, so they count as a refusal and the attempts end. */
const BROKEN_OFF = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/**
 * Posts a notice to `NOTIFY_URL`, with an identifier by which a receiver recognises a repeat. An answer other than 2xx, or none
 * after sending, counts as a refusal; redirections are not followed.
 * @param onAnswer gets the receiver's own words, which nothing else reads
 */
export async function postNotice(
  url: string,
  notice: Omit<ReturnType<typeof composeNotice>, 'event'> & { event: NoticeKind | 'test' },
  signal: AbortSignal,
  onAnswer?: (answer: string) => void,
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `${notice.event}-${notice.id}`,
      },
      body: JSON.stringify(TEXT_ONLY.includes(new URL(url).hostname) ? { text: notice.text } : notice),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    if (onAnswer) onAnswer(await response.text());
    else await response.body?.cancel();
    return response.ok ? { kind: 'accepted' } : { kind: 'refused', code: `HTTP ${response.status}` };
  } catch (error) {
    if (signal.aborted) return { kind: 'interrupted', code: 'EABORT' };
    const { name, cause } = error as Error & { cause?: { code?: string } };
    // A failed connection gives its own code earlier, so after a time-out the notice was sent.
    if (name === 'TimeoutError') return { kind: 'refused', code: 'ETIMEDOUT' };
    const code = cause?.code ?? 'EUNKNOWN';
    return { kind: BROKEN_OFF.includes(code) ? 'refused' : 'unreachable', code };
  }
}
