import type { Selectable } from 'kysely';
import { contactFields, formField } from '../content/form-fields.ts';
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
  /** The fields of one line but the subject, in the order of the form; '' when the visitor gave none. */
  fields: { label: string; value: string }[];
  received: string;
  lines: string[];
  /** One of the texts is longer than a mail carries. */
  cut: boolean;
  /** Undefined for an ordinary message. */
  suspect: string | undefined;
  id: string;
}

/** In UTF-16 units: no less than the rules let through. A row written by other means stays a readable mail as well. */
const LINE_LIMIT = 254;
const BODY_LIMIT = 10_000;

/** The fields that the mail lists below its title. */
const listed = contactFields.filter((name) => name !== 'subject' && name !== 'message');

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
  const lines = [message.subject, ...listed.map((name) => message[name])];
  const isLong = (line: string) => oneLine(line, Number.POSITIVE_INFINITY).length > LINE_LIMIT;
  return message.body.length > BODY_LIMIT || lines.some(isLong);
}

/** Says what the mail tells of a message. */
export function notificationContent(message: MessageRow): NotificationContent {
  return {
    subject: oneLine(message.subject, LINE_LIMIT),
    name: oneLine(message.fullname, LINE_LIMIT),
    email: oneLine(message.email, LINE_LIMIT),
    fields: listed.map((name) => ({
      label: formField(name).studioLabel,
      value: oneLine(message[name], LINE_LIMIT),
    })),
    received: words.received(parisDate.format(message.received_at)),
    lines: severalLines(message.body, BODY_LIMIT),
    cut: isCut(message),
    suspect: suspicion(message),
    id: message.id,
  };
}
