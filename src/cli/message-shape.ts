import { columnOf, type Message } from '../contact/messages.server.ts';
import { type ContactField, contactFields } from '../content/form-fields.ts';
import type { OutboxMail } from '../mail/outbox.server.ts';
import { isoInstant } from './format.ts';

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
