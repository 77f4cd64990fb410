import { columnsOf } from '../../src/contact/messages.server.ts';
import type { MessageRow } from '../../src/mail/contact-mail-content.ts';
import { aMessage } from './contact.ts';

const message = aMessage({
  email: 'zoe.lefevre@example.org',
  message: 'Bonjour,\n\nun site pour notre association ?\nMerci',
});

export function aMessageRow(changes: Partial<MessageRow> = {}): MessageRow {
  return {
    id: '019e1234-aaaa-7bbb-8ccc-0123456789ab',
    received_at: Date.UTC(2026, 10, 20, 9, 30),
    ...columnsOf(message),
    email_key: 'zoe.lefevre@example.org',
    origin: 'api',
    status: 'new',
    suspect: 0,
    suspect_reasons: '',
    fingerprint: 'f',
    ...changes,
  };
}
