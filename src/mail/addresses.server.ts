import { isIP } from 'node:net';
import { withAsciiDomain } from '../config/ascii-domain.ts';
import type { Config } from '../config/config.server.ts';
import { identity } from '../content/identity.ts';

/** The addresses of the site's mails, in ASCII. */
export interface MailAddresses {
  /** `MAIL_FROM`. The studio's own: a visitor's would fail DMARC. */
  from: string;
  /** `CONTACT_TO`. */
  to: string;
  /** The public name of the site, for the SMTP greeting and each Message-ID. */
  host: string;
}

/**
 * Gives the addresses of the site's mails; the default is the studio's contact address. The public name is the host of
 * `SITE_URL`, otherwise the sender's domain. Many servers refuse a greeting without a full domain name (RFC 5321, 4.1.1.1).
 */
export function mailAddresses({
  siteUrl,
  mailFrom = identity.contactEmail,
  contactTo = identity.contactEmail,
}: Pick<Config, 'siteUrl' | 'mailFrom' | 'contactTo'>): MailAddresses {
  const [from, to] = [withAsciiDomain(mailFrom), withAsciiDomain(contactTo)];
  const { hostname } = new URL(siteUrl);
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return { from, to, host: isName ? hostname : from.slice(from.lastIndexOf('@') + 1) };
}
