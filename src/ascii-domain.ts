/** Matches an address whose domain has letters beyond ASCII, as French domains may. */
const UNICODE_DOMAIN = /^([^@]*)@(?=.*[^\0-\x7f])([\p{L}\p{M}\p{N}.-]{1,253})$/u;

/** Writes the domain of an address in ASCII (RFC 5890), as mail servers expect it; some browsers already send it so. */
export function withAsciiDomain(email: string): string {
  const [, mailbox, domain] = UNICODE_DOMAIN.exec(email) ?? [];
  if (!domain) return email;
  try {
    return `${mailbox}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
}
