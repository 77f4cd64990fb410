import type { Selectable } from 'kysely';
import { suspectReasonText, notificationMail as words } from '../content/mails.ts';
import type { Database } from '../storage/schema.ts';
import { oneLine, severalLines } from './visitor-text.ts';

/** The stored message that the mail is about. */
export type MessageRow = Omit<Selectable<Database['message']>, 'note'>;

/** All that the mail says, bounded and on lines, before it becomes text or HTML. */
export interface NotificationContent {
  subject: string;
  name: string;
  email: string;
  /** Undefined when the visitor gave none. */
  phone: string | undefined;
  received: string;
  lines: string[];
  /** One of the texts is longer than a mail carries. */
  cut: boolean;
  /** Undefined for an ordinary message. */
  suspect: string | undefined;
  id: string;
}

/**
 * By column, in UTF-16 units.
 * No less than the rules let through, but for a name, which stands in the subject of the mail; a row written by other means
 * stays a readable mail as well.
 */
const LIMITS = { subject: 200, fullname: 120, email: 254, phone: 40, body: 10_000 };

const parisDate = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
});

function suspicion({ suspect, suspect_reasons }: MessageRow): string | undefined {
  if (!suspect) return undefined;
  const codes = suspect_reasons.split(',').filter(Boolean);
  return words.suspect(codes.map((code) => suspectReasonText(oneLine(code, 40))).join(', '));
}

function isCut(message: MessageRow): boolean {
  const { body, ...ofOneLine } = LIMITS;
  const columns = Object.keys(ofOneLine) as (keyof typeof ofOneLine)[];
  const whole = (text: string) => oneLine(text, Number.POSITIVE_INFINITY);
  return message.body.length > body || columns.some((key) => whole(message[key]).length > LIMITS[key]);
}

/** What the mail says of a message. */
export function notificationContent(message: MessageRow): NotificationContent {
  return {
    subject: oneLine(message.subject, LIMITS.subject),
    name: oneLine(message.fullname, LIMITS.fullname),
    email: oneLine(message.email, LIMITS.email),
    phone: oneLine(message.phone, LIMITS.phone) || undefined,
    received: words.received(parisDate.format(message.received_at)),
    lines: severalLines(message.body, LIMITS.body),
    cut: isCut(message),
    suspect: suspicion(message),
    id: message.id,
  };
}
