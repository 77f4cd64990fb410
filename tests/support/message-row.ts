import { columnsOf } from '../../src/contact/messages.server.ts';
import { checkContact } from '../../src/contact/rules.ts';
import type { MessageRow } from '../../src/mail/contact-mail-content.ts';

const { values } = checkContact({
  fullname: 'Zoé Lefèvre',
  email: 'zoe.lefevre@example.org',
  subject: 'Projet web à discuter',
  phone: '+33 6 12 34 56 78',
  message: 'Bonjour,\n\nun site pour notre association ?\nMerci',
});

/** Makes a row of the table of messages. */
export function aMessageRow(changes: Partial<MessageRow> = {}): MessageRow {
  return {
    id: '019e1234-aaaa-7bbb-8ccc-0123456789ab',
    received_at: Date.UTC(2026, 10, 20, 9, 30),
    ...columnsOf(values),
    email_key: 'zoe.lefevre@example.org',
    origin: 'api',
    status: 'new',
    suspect: 0,
    suspect_reasons: '',
    fingerprint: 'f',
    ...changes,
  };
}
