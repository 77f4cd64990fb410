import { isIP } from 'node:net';
import type { SendMailOptions } from 'nodemailer';
import { withAsciiDomain } from '../ascii-domain.ts';
import type { Config } from '../config/config.server.ts';
import { identity } from '../site.ts';
import {
  type ContactMailContent,
  contactMailContent,
  contactMailHtml,
  type MessageRow,
} from './contact-mail-content.ts';
import { contactMail as words } from './words.ts';

export interface Mail {
  envelope: { from: string; to: string[] };
  /** The mail as sent (RFC 5322), with lines ended by CRLF. */
  raw: Buffer;
}

async function build({ from, to }: { from: string; to: string }, mail: SendMailOptions): Promise<Mail> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composed = new MailComposer({
    ...mail,
    // RFC 3834: this header keeps mail programs from sending an out-of-office reply.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'fr' },
    // No mistake of ours may let a visitor's text name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope: { from, to: [to] }, raw: await composed.compile().build() };
}

/**
 * Builds the mail that tells the studio of a message.
 * @param mailId left part of the Message-ID; the same at every attempt, so that mail programs recognise a repeat
 */
export async function composeContactMail(
  message: MessageRow,
  mailId: string,
  addresses: MailAddresses,
): Promise<Mail> {
  const content = contactMailContent(message);
  return build(addresses, {
    from: { name: words.sender, address: addresses.from },
    to: addresses.to,
    // Many mail programs decode an encoded word (RFC 2047) even between quotes. A name with one could bring back line breaks and
    // direction marks that were removed.
    replyTo: { name: content.name.replaceAll('=?', '= ?'), address: content.email },
    subject: words.headerSubject(content.subject, content.name),
    messageId: `<${mailId}@${addresses.host}>`,
    date: new Date(message.received_at),
    text: contactMailText(content),
    html: contactMailHtml(content),
    textEncoding: 'quoted-printable',
    newline: 'windows',
  });
}

function contactMailText(content: ContactMailContent): string {
  return [
    `${words.kicker} – ${words.studio}`,
    content.subject,
    content.received,
    '',
    ...(content.suspect ? [content.suspect, ''] : []),
    ...content.fields.map(({ label, value }) => `${label}\u00a0: ${value || words.notGiven}`),
    '',
    // The `>` marks the visitor's lines, so that they cannot imitate the words around them.
    ...content.lines.map((line) => `> ${line}`),
    '',
    words.answer(content.email),
    '',
    '-- ',
    words.kept,
    `${words.readAgain} ${words.command(content.id)}`,
    '',
  ].join('\n');
}

/** A mail that an operator asked for. */
export interface OperatorMail extends Omit<MailAddresses, 'host'> {
  subject: string;
  text: string;
  date: Date;
}

export function composeOperatorMail(mail: OperatorMail): Promise<Mail> {
  return build(mail, { ...mail });
}

type MailAddresses = ReturnType<typeof mailAddresses>;

/**
 * Returns the addresses of the site's mails, in ASCII; both are the studio's contact address by default. A visitor's address as
 * sender would fail DMARC. `host` stands in the SMTP greeting and each Message-ID: the host of `SITE_URL`, or the sender's domain
 * if that is no full name. Many servers refuse a greeting without one (RFC 5321, 4.1.1.1).
 */
export function mailAddresses({
  siteUrl,
  mailFrom = identity.contactEmail,
  contactTo = identity.contactEmail,
}: Pick<Config, 'siteUrl' | 'mailFrom' | 'contactTo'>) {
  const [from, to] = [withAsciiDomain(mailFrom), withAsciiDomain(contactTo)];
  const { hostname } = new URL(siteUrl);
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return { from, to, host: isName ? hostname : from.slice(from.lastIndexOf('@') + 1) };
}
