import type { Selectable } from 'kysely';
import { isSeen, UNSEEN_MARKS } from '../config/unseen-characters.ts';
import { contactFields, formField } from '../content/form-fields.ts';
import { suspectReasonText, notificationMail as words } from '../content/mails.ts';
import type { Database } from '../storage/schema.ts';

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

/** Controls, and the marks that reverse or hide the text around them. */
const UNSEEN = new RegExp(`[\\p{Cc}${UNSEEN_MARKS}]`, 'gu');
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

function bounded(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…`.toWellFormed() : text.toWellFormed();
}

/**
 * Gives one line of visitor text: line breaks become blanks, unseen characters go, at most `limit` UTF-16 units stay; '' when
 * there is nothing to see.
 */
function oneLine(text: string, limit: number): string {
  const line = text.replace(LINE_BREAK, ' ').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return isSeen(line) ? bounded(line, limit) : '';
}

/** Gives lines of visitor text, as the visitor broke them, at most `limit` UTF-16 units in all. */
function severalLines(text: string, limit: number): string[] {
  const lines = bounded(text, limit).split(LINE_BREAK);
  return lines.map((line) => line.replaceAll('\t', '  ').replace(UNSEEN, ''));
}
