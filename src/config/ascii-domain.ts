/** An address whose domain has letters beyond ASCII, as French domains may. */
const UNICODE_DOMAIN = /^([^@]*)@(?=.*[^\0-\x7f])([\p{L}\p{M}\p{N}.-]{1,253})$/u;

/** Writes an address with its domain in the form that mail servers know (RFC 5890), which some browsers' fields give already. */
export function withAsciiDomain(email: string): string {
  const [, mailbox, domain] = UNICODE_DOMAIN.exec(email) ?? [];
  if (!domain) return email;
  try {
    return `${mailbox}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
}
