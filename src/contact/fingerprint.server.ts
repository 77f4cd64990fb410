import { createHash } from 'node:crypto';
import { withAsciiDomain } from '../config/ascii-domain.ts';
import type { ContactValues } from './rules.ts';

/** The address as look-ups compare it. */
export function emailKey(email: string): string {
  return withAsciiDomain(email).toLowerCase();
}

/** The same text for the same five fields, already checked and normalised, whatever the letter case of the address. */
export function fingerprintOf({ fullname, email, subject, phone, message }: ContactValues): string {
  const fields = JSON.stringify([fullname, emailKey(email), subject, phone, message]);
  return createHash('sha256').update(fields).digest('base64url');
}
