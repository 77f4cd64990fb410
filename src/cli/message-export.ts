import { columnOf, type Message } from '../contact/messages.server.ts';
import { messageWords, statusNames } from '../content/cli-messages.ts';
import { type ContactField, contactFields } from '../content/form-fields.ts';
import type { OutboxMail } from '../mail/outbox.server.ts';
import { isoInstant } from './format.ts';
import { safeJson } from './text.ts';

/** Shapes a message as every `--json` and export writes it: fields are added, never renamed. */
export function messageShape(message: Message) {
  const fields = contactFields.map((name) => [name, message[columnOf(name)]]);
  return {
    id: message.id,
    receivedAt: new Date(message.received_at).toISOString(),
    status: message.status,
    suspect: message.suspect === 1,
    suspectReasons: message.suspect_reasons === '' ? [] : message.suspect_reasons.split(','),
    origin: message.origin,
    ...(Object.fromEntries(fields) as Record<ContactField, string>),
    note: message.note,
  };
}

/** Shapes a mail of the queue as every `--json` and export writes it: fields are added, never renamed. */
export function mailShape(mail: OutboxMail) {
  return {
    messageId: mail.message_id,
    mailId: mail.id,
    state: mail.state,
    attempts: mail.attempts,
    queuedAt: isoInstant(mail.created_at),
    dueAt: isoInstant(mail.due_at),
    sentAt: isoInstant(mail.sent_at),
    lastError: mail.last_error,
  };
}

type Shapes = AsyncIterable<ReturnType<typeof messageShape>>;

/** Gives messages as CSV, a record at a time, under a line of titles. */
export async function* csvOf(shapes: Shapes, separator: string) {
  const titles = messageWords.csvColumns;
  const columns = Object.keys(titles) as (keyof typeof titles)[];
  yield BYTE_ORDER_MARK + csvLine(Object.values(titles), separator);
  for await (const shape of shapes) {
    const fields = { ...shape, status: statusNames[shape.status], suspect: shape.suspectReasons.join(' ') };
    const texts = columns.map((column) => fields[column]);
    yield csvLine(texts, separator);
  }
}

/** Gives messages as one JSON array, one message a line. */
export async function* jsonOf(shapes: Shapes) {
  let before = '[';
  for await (const shape of shapes) {
    yield `${before}\n${safeJson(shape, 0)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/**
 * Matches every place at which a spreadsheet may read a formula (OWASP, CSV injection). It splits at the separator that it expects,
 * not at the one that was written: lines and quotes inside a field may begin cells of their own.
 */
const FORMULA = /(?<=^|[\n,;\t])(?=["\p{Z}\ufeff]*[=+\-@\t＝＋－＠])/gu;
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Writes one record of RFC 4180, every field quoted, ended by CRLF; what could become a formula gets an apostrophe before it. */
export function csvLine(fields: readonly string[], separator: string): string {
  return `${fields.map(csvField).join(separator)}\r\n`;
}

function csvField(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '�');
  const inert = plain.replace(FORMULA, "'");
  return `"${inert.replaceAll('"', '""')}"`;
}
