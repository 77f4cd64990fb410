import { withAsciiDomain } from '../config/ascii-domain.ts';
import { composer, type Mail } from './notification.server.ts';

/** What a test mail says, and between whom. */
export interface TestMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  date: Date;
}

/** The mail by which an operator tries the mail server; it holds nothing of any visitor. */
export async function composeTestMail({ subject, text, date, ...addresses }: TestMail): Promise<Mail> {
  const [from, to] = [withAsciiDomain(addresses.from), withAsciiDomain(addresses.to)];
  const MailComposer = composer();
  const mail = new MailComposer({
    from,
    to,
    subject,
    text,
    date,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'fr' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope: { from, to: [to] }, raw: await mail.compile().build() };
}
