import type { OutboxMail } from '../mail/outbox.server.ts';
import { isoInstant } from './format.ts';

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
