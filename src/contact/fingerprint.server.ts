import { hash } from 'node:crypto';
import { withAsciiDomain } from '../config/ascii-domain.ts';
import { contactFields } from '../content/form-fields.ts';
import type { ContactValues } from './rules.ts';

/** Gives the address as look-ups compare it. */
export function emailKey(email: string): string {
  return withAsciiDomain(email).toLowerCase();
}

/** Gives the same text for the same fields, already checked and normalised, whatever the letter case of the address. */
export function fingerprintOf(contact: ContactValues): string {
  const compared = { ...contact, email: emailKey(contact.email) };
  const texts = contactFields.map((field) => compared[field]);
  return hash('sha256', JSON.stringify(texts), 'base64url');
}
