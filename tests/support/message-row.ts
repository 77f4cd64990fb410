import type { MessageRow } from '../../src/mail/notification-content.ts';

/** Makes a row of the table of messages. */
export function aMessageRow(changes: Partial<MessageRow> = {}): MessageRow {
  return {
    id: '019e1234-aaaa-7bbb-8ccc-0123456789ab',
    received_at: Date.UTC(2026, 10, 20, 9, 30),
    fullname: 'Zoé Lefèvre',
    email: 'zoe.lefevre@example.org',
    email_key: 'zoe.lefevre@example.org',
    subject: 'Projet web à discuter',
    phone: '+33 6 12 34 56 78',
    body: 'Bonjour,\n\nun site pour notre association ?\nMerci',
    origin: 'api',
    status: 'new',
    suspect: 0,
    suspect_reasons: '',
    fingerprint: 'f',
    ...changes,
  };
}
