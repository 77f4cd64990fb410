import { isIP } from 'node:net';
import { withAsciiDomain } from '../config/ascii-domain.ts';
import { whenNeeded } from '../config/when-needed.server.ts';
import { notificationMail as words } from '../content/mails.ts';
import { type MessageRow, notificationContent } from './notification-content.ts';
import { notificationHtml } from './notification-html.ts';
import { notificationText } from './notification-text.ts';

/** What writes mails. */
export const composer = whenNeeded<typeof import('nodemailer/lib/mail-composer').default>(
  'nodemailer/lib/mail-composer',
);

/** A mail as it goes over the wire. */
export interface Mail {
  envelope: { from: string; to: string[] };
  /** RFC 5322, lines ended by CRLF. */
  raw: Buffer;
}

/**
 * Builds the mail that tells the studio of a message.
 * @param mailId left part of the Message-ID, the same at every attempt so that a repeat is recognised
 */
export type Compose = (message: MessageRow, mailId: string) => Promise<Mail>;

export interface ComposeOptions {
  /** The studio's own address (`MAIL_FROM`): a visitor's would fail DMARC. */
  from: string;
  /** `CONTACT_TO` */
  to: string;
  /** `SITE_URL` */
  siteUrl: string;
}

/** The site's name, or the sender's domain where the site has no public name. */
function messageIdHost({ siteUrl, from }: Pick<ComposeOptions, 'siteUrl' | 'from'>): string {
  const { hostname } = new URL(siteUrl);
  const named = hostname.includes('.') && isIP(hostname) === 0;
  return named ? hostname : from.slice(from.lastIndexOf('@') + 1);
}

/**
 * Without the beginning of an encoded word (RFC 2047): many readers decode one even between quotes, and what the site took out of
 * a name, line breaks and marks of direction, would be back.
 */
function notEncoded(name: string): string {
  return name.replaceAll('=?', '= ?');
}

/** Gives what builds notifications. */
export function createCompose(options: ComposeOptions): Compose {
  const [from, to] = [withAsciiDomain(options.from), withAsciiDomain(options.to)];
  const host = messageIdHost({ siteUrl: options.siteUrl, from });
  return async (message, mailId) => {
    const content = notificationContent(message);
    const MailComposer = composer();
    const mail = new MailComposer({
      from: { name: words.sender, address: from },
      to,
      replyTo: { name: notEncoded(content.name), address: content.email },
      subject: words.headerSubject(content.subject, content.name),
      messageId: `<${mailId}@${host}>`,
      date: new Date(message.received_at),
      // RFC 3834: no out-of-office reply to a program.
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'fr' },
      text: notificationText(content),
      html: notificationHtml(content),
      textEncoding: 'quoted-printable',
      newline: 'windows',
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { envelope: { from, to: [to] }, raw: await mail.compile().build() };
  };
}
