/** Direction marks (Unicode TR 9) and zero-width characters, for a character class. The emoji joiner is not among them. */
export const UNSEEN_MARKS = '\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';

/** Matches an address whose domain has letters beyond ASCII, as French domains may. */
const UNICODE_DOMAIN = /^([^@]*)@(?=.*[^\0-\x7f])([\p{L}\p{M}\p{N}.-]{1,253})$/u;

/** Writes the domain of an address in ASCII (RFC 5890), as mail servers expect it. Some browsers' fields already do. */
export function withAsciiDomain(email: string): string {
  const [, mailbox, domain] = UNICODE_DOMAIN.exec(email) ?? [];
  if (!domain) return email;
  try {
    return `${mailbox}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
}
