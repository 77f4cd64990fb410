import { createHash } from 'node:crypto';

/** The five fields of the form, already checked and normalised. */
export interface ContactFields {
  fullname: string;
  email: string;
  subject: string;
  phone: string;
  message: string;
}

/** The address as look-ups compare it. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** The same text for the same five fields, whatever the letter case of the address. */
export function fingerprintOf({ fullname, email, subject, phone, message }: ContactFields): string {
  const fields = JSON.stringify([fullname, emailKey(email), subject, phone, message]);
  return createHash('sha256').update(fields).digest('base64url');
}
